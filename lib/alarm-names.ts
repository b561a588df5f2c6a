// The names of alarms, apart from the CDK: those who only name an alarm do not load it.

/** @param name as in `lib/alarms.ts`: `PublishFailures`. @returns its name in CloudWatch. */
export const alarmName = (stackName: string, name: string): string => `${stackName}-${name}`

/** The section of docs/operations.md: `PublishFailures` is `publish-failures`. */
export const sectionOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter, at) => `${at === 0 ? '' : '-'}${letter.toLowerCase()}`)

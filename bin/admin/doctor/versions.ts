// Checks of end dates that others set (the platforms' API versions, Lambda's runtime), and of the apps that connect accounts.
import { SecretDenied } from '../../../core/aws/app-secrets.ts'
import { factsOf, PLATFORM_IDS } from '../../../core/platforms/facts.ts'
import { interfaceEnd } from '../../../core/platforms/interface-ends.ts'
import { hasOperatorsApp } from '../../../core/platforms/platform-facts.ts'
import { apiVersionVariable, outputOf } from '../../../core/platforms/setting-names.ts'
import { readApp } from '../platform-app.ts'
import { reasonOf } from '../reason.ts'
import { broken, type Check, DAY, day, type Finding, fine, soon } from './finding.ts'

/** A deployment with another version has to be planned. */
const VERSION_MS = 120 * DAY
/** AWS ends support of the runtime (https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtimes.html). */
const RUNTIME = { name: 'nodejs24.x', at: Date.UTC(2028, 3, 30) }

/** Which interface each platform is asked for, and the app in whose name. */
export const platforms: Check = async (stack) => {
  const found: Finding[] = []
  for (const id of PLATFORM_IDS) {
    const facts = factsOf(id)
    const version =
      stack.outputs[outputOf(id, 'ApiVersion')] ?? process.env[apiVersionVariable(id)] ?? facts.api.version
    if (version !== undefined) {
      const of = `interface ${id}`
      const end = interfaceEnd(version)
      const words = `${facts.display_name} ${version}`
      if (end === undefined) found.push(fine(of, `${words}: the platform names no end.`))
      else if (end - Date.now() < VERSION_MS)
        found.push(
          soon(of, `${words} surely works until ${day(end)} only: deploy a release that asks for a later one.`, end),
        )
      else found.push(fine(of, `${words} works until ${day(end)} at least.`))
    }
    if (!hasOperatorsApp(facts)) continue
    const of = `app ${id}`
    if (!stack.apps[id].id) {
      found.push({
        of,
        state: 'unknown',
        says: `No app is set: accounts of ${facts.display_name} are connected by token alone.`,
      })
      continue
    }
    found.push(
      await readApp(stack, id).then(
        (): Finding => ({
          of,
          state: 'unknown',
          says: "Id and secret are there. The platform does not tell whether the app passed its review: see App Review in the app's dashboard; until then only people with a role in the app can connect.",
        }),
        (error: unknown): Finding =>
          // The service reads it in roles of its own. `ReadOnlyAccess` may not read what is in Secrets Manager.
          (error as Error).cause instanceof SecretDenied
            ? { of, state: 'unknown', says: `Whether the service can read it is not known. ${reasonOf(error)}` }
            : broken(of, `No account can be connected by consent: ${reasonOf(error)}`),
      ),
    )
  }
  return found
}

export const runtime: Check = async () => {
  const words = `AWS supports ${RUNTIME.name} until ${day(RUNTIME.at)}`
  return [
    RUNTIME.at - Date.now() < VERSION_MS
      ? soon('runtime', `${words}: deploy a release with a later one.`, RUNTIME.at)
      : fine('runtime', `${words}.`),
  ]
}

// Whether a change was made although its answer does not say so: a lost answer must neither be called a failure nor have it made again.
import { mayBeDone } from './unclear.ts'

/**
 * The answer to a change, or where none came, or a refusal that may be of the same change made before, what is found of it.
 * @param find looks for it. @returns undefined where it is not there.
 */
export async function orFound<Answer>(sent: Promise<Answer>, find: () => Promise<Answer | undefined>): Promise<Answer> {
  try {
    return await sent
  } catch (error) {
    const found = mayBeDone(error) ? await find().catch(() => undefined) : undefined
    if (found === undefined) throw error
    return found
  }
}

const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ).normalize('NFC')

/** Whether both are the same as JSON, whatever the order of fields, with texts in the form in which the service keeps them. */
export const sameJson = (one: unknown, other: unknown): boolean => inOrder(one) === inOrder(other)

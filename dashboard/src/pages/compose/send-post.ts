import { api, orThrow, PublisherError, type Schemas, Unreachable } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { type Attempt, keyOfTurn } from './attempt.ts'
import { sendAgain } from './send-again.ts'

/** The gateway ends every request before this: what has not answered by then never does. */
export const PATIENCE_MS = 30_000

/** Whether another post was made with the same key: of the same version of the team's draft, with other words or choices. */
export const isTaken = (error: unknown): boolean =>
  error instanceof PublisherError && error.code === 'idempotency_mismatch'

/** Whether the service may have taken the post although it did not say so. */
export const uncertain = (error: unknown): boolean =>
  error instanceof Unreachable ||
  (error instanceof PublisherError &&
    (error.status >= 500 || (error.status === 409 && error.code !== 'conflict' && !isTaken(error))))

/** Refusals that come before the service looks whether it has had the request already. */
const SAYS_NOTHING_OF_BEFORE: readonly number[] = [401, 403, 429]

/** @param unclear a try before may have been taken. @returns the error, in place of a refusal that says nothing of that try. */
const inDoubt = (error: unknown, unclear: boolean): unknown =>
  unclear && error instanceof PublisherError && SAYS_NOTHING_OF_BEFORE.includes(error.status)
    ? new Unreachable('No answer.', { cause: error })
    : error

/** Whether it was refused because the session had ended. */
export const isSignedOut = (error: unknown): boolean => error instanceof PublisherError && error.status === 401

// The four types differ in what their bodies require, which the composer has checked.
const post = (type: Attempt['type'], body: object, more: object) =>
  api.POST(`/v1/posts/${type}` as '/v1/posts/text', { ...more, body: body as never } as never) as ReturnType<
    typeof api.POST<'/v1/posts/text', never>
  >

/** An answer that names no post is not the service's: the post may be accepted or not. @throws {Unreachable} */
function named(id: string | undefined): string {
  if (!id) throw new Unreachable('The answer names no post.')
  return id
}

/** Sends the post for approval. @returns the id under which it waits. */
async function ask({ type, body, key }: Attempt, signal: AbortSignal): Promise<string> {
  const given = { type, post: body as Record<string, unknown> }
  const { data }: { data?: { id?: string } } = await orThrow(
    api.POST('/v1/approvals', { params: { header: { 'Idempotency-Key': key } }, body: given, signal }),
  )
  void queryClient.invalidateQueries({ queryKey: ['approvals'] })
  return named(data?.id)
}

async function make({ type, body, key }: Attempt, signal: AbortSignal): Promise<string> {
  const answer = post(type, body, { params: { header: { 'Idempotency-Key': key } }, signal })
  await orThrow(answer as never)
  const { response } = await answer
  void queryClient.invalidateQueries({ queryKey: ['posts'] })
  return named(response.headers.get('Location')?.split('/').at(-1))
}

/**
 * Makes the post, or sends it for approval. Where no answer comes it is sent again with the same key, which makes no second one, until the time
 * is over within which the service answers.
 * @param again it was sent before, and no answer said for certain what became of it.
 * @returns the post's id, or that under which it waits. @throws {PublisherError|Unreachable}
 */
export async function sendPost(attempt: Attempt, again = false): Promise<string> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(new Unreachable('No answer came in time.')), PATIENCE_MS)
  const { signal } = patience
  let unclear = again
  const send = async () => {
    try {
      return await (attempt.forApproval ? ask : make)(attempt, signal)
    } catch (error) {
      unclear ||= error instanceof Unreachable
      throw error
    }
  }
  try {
    return await sendAgain(attempt, send, signal)
  } catch (error) {
    throw inDoubt(error, unclear)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Sends the post, or every post of a series, one after the other, each with a key of its own: sent again, none is made twice.
 * @param again some of it was sent before without a certain answer. @param onMade a post of a series was made, for its moment.
 * @returns the id of the first.
 */
export async function sendAll(
  attempt: Attempt,
  again: boolean,
  onMade: (at: number) => Promise<void>,
): Promise<string> {
  const { times, body } = attempt
  if (times === undefined) return sendPost(attempt, again)
  let first = ''
  for (const [turn, at] of times.entries()) {
    const id = await sendPost({ ...attempt, body: { ...body, scheduled_at: at }, key: keyOfTurn(attempt, turn) }, again)
    first ||= id
    await onMade(at)
  }
  return first
}

/** A dry run of posting, with the platforms' answers now. @throws {PublisherError} the reasons for which it would be refused. */
export async function checkPost(type: Attempt['type'], body: object): Promise<Schemas['PostPreview']> {
  const { data } = (await orThrow(post(type, body, { params: { query: { validate_only: 'true' } } }) as never)) as {
    data: Schemas['PostPreview']
  }
  return data
}

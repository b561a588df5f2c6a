// The public step: one record under a key of ours, or one commit of it with the records that say who may reply and quote. The
// key says when the post was made, so every repeat sends the same, and the same again changes nothing.
import * as z from 'zod/mini'
import { nfc } from '../../nfc.ts'
import type { InDoubt, Publishing, Wanted } from '../connector.ts'
import type { Published, Result, Verdict } from '../outcome.ts'
import { bluesky as FACTS } from './facts.ts'
import type { BlueskyOptions } from './options-fields.ts'
import { gatesOf, POST, type PostRecord, recordOf } from './record.ts'
import { addressIn, isMissing, isNamed, uriOf } from './references.ts'
import type { Session } from './session.ts'
import { timeOfTid } from './tid.ts'
import { asAccount, mapped, ofHost, refused } from './xrpc.ts'

/** Any other answer says nothing, whatever its status: something in front of the server may have given it. */
const Done = (uri: string) => z.object({ uri: z.literal(uri), cid: z.string() })
const Committed = z.lazy(() => z.object({ commit: z.object({ cid: z.string(), rev: z.string() }) }))
/** There is no commit where the record was gone before. */
const Removed = z.lazy(() => z.union([Committed, z.strictObject({})]))
const Stored = z.lazy(() => z.object({ uri: z.string(), value: z.object({ text: z.string(), createdAt: z.string() }) }))

const Listed = z.lazy(() =>
  z.object({
    cursor: z.optional(z.string()),
    records: z.array(z.object({ uri: z.string(), value: z.record(z.string(), z.unknown()) })),
  }),
)
/** As many as the method gives at once. */
const PAGE_SIZE = 100

export const permalinkOf = (did: string, rkey: string): string => `https://bsky.app/profile/${did}/post/${rkey}`

const publishedAs = (did: string, rkey: string): Published => ({
  media_id: uriOf(did, rkey),
  permalink: permalinkOf(did, rkey),
})

/** The record under the key; null where there is none. Everybody may read it, so no session is needed. */
async function stored({ did, pds }: Session, rkey: string): Promise<Result<z.infer<typeof Stored>['value'] | null>> {
  const query = { repo: did, collection: POST, rkey }
  const found = await ofHost(pds, { name: 'com.atproto.repo.getRecord', operation: 'read', query }, Stored)
  if (!found.ok && isMissing(found.error)) return { ok: true, value: null }
  return mapped(found, ({ value }) => value)
}

const isSame = (one: { text: string; createdAt: string }, record: PostRecord): boolean =>
  one.text === record.text && one.createdAt === record.createdAt

/** A single record. It must not exist yet, or be this same one. */
const putOne = (session: Session, rkey: string, record: PostRecord) =>
  asAccount(
    session,
    {
      name: 'com.atproto.repo.putRecord',
      operation: 'publish',
      json: { repo: session.did, collection: POST, rkey, record, swapRecord: null },
    },
    Done(uriOf(session.did, rkey)),
  )

/** All of them in one commit: nobody can reply before it is said who may. */
const putAll = (session: Session, rkey: string, values: { collection: string; value: object }[]) =>
  asAccount(
    session,
    {
      name: 'com.atproto.repo.applyWrites',
      operation: 'publish',
      json: {
        repo: session.did,
        writes: values.map((one) => ({ $type: 'com.atproto.repo.applyWrites#create', ...one, rkey })),
      },
    },
    Committed,
  )

/** Removes a record; one that is not there is no fault. The answer is checked for posts alone: people are told that these are deleted. */
export const removeRecord = (session: Session, collection: string, rkey: string): Promise<Result<unknown>> =>
  asAccount<unknown>(
    session,
    { name: 'com.atproto.repo.deleteRecord', operation: 'make', json: { repo: session.did, collection, rkey } },
    collection === POST ? Removed : z.unknown(),
  )

export async function publishPost(session: Session, post: Publishing): Promise<Result<Published>> {
  const { key } = post
  const record = recordOf(post)
  const done: Result<Published> = { ok: true, value: publishedAs(session.did, key) }
  // Made long ago, it may have been published and deleted since: it is looked for first, and never put over another.
  if (Date.now() - timeOfTid(key) > FACTS.repeatable.within_ms) {
    const before = await stored(session, key)
    if (!before.ok) return before
    if (before.value) return isSame(before.value, record) ? done : taken
  }
  const gates = gatesOf(post.options as BlueskyOptions, uriOf(session.did, key), record.createdAt)
  const answer =
    gates.length === 0
      ? await putOne(session, key, record)
      : await putAll(session, key, [{ collection: POST, value: record }, ...gates])
  if (answer.ok) return done
  const { error } = answer
  // Where the key is taken, one method says so and the other fails: the record is read to tell whether it is this very post.
  const mayBeThere = error.type === 'InvalidSwap' || (gates.length > 0 && (error.http_status ?? 0) >= 400)
  if (!mayBeThere) return answer
  const now = await stored(session, key)
  if (!now.ok || !now.value) return answer
  return isSame(now.value, record) ? done : taken
}

const taken = refused('Another post of the account stands under the key of this one.')

/** Whether the record exists. */
export async function verifyPost(session: Session, { key }: InDoubt): Promise<Result<Verdict>> {
  return mapped(
    await stored(session, key),
    (found): Verdict => (found ? ({ state: 'live', ...publishedAs(session.did, key) } as Verdict) : { state: 'not' }),
  )
}

const ReplyOf = z.object({ reply: z.object({ parent: z.object({ uri: z.string() }) }) })

/**
 * The post of the time that has this very text. A key is known before its call, so this is asked only where the key itself was
 * lost. The list is the repository itself, newest first.
 */
export async function findPost({ did, pds }: Session, { text, since, until, reply_to }: Wanted) {
  const query = { repo: did, collection: POST, limit: String(PAGE_SIZE) }
  const listed = await ofHost(pds, { name: 'com.atproto.repo.listRecords', operation: 'read', query }, Listed)
  if (!listed.ok) return listed
  const { records, cursor } = listed.value
  const madeAt = ({ value }: (typeof records)[0]) => Date.parse(String(value.createdAt))
  const fitting = records.filter((record) => {
    const at = madeAt(record)
    const parent = ReplyOf.safeParse(record.value).data?.reply.parent.uri
    const said = nfc(String(record.value.text ?? '')).trim()
    const isAnswer = parent === undefined || reply_to === undefined ? parent === reply_to : isNamed(parent, reply_to)
    return at >= since && at <= until && isAnswer && said === nfc(text).trim()
  })
  const whole = cursor === undefined || records.some((record) => madeAt(record) < since)
  const rkey = fitting.length === 1 ? addressIn(fitting[0]!.uri)?.rkey : undefined
  return {
    ok: true as const,
    value: rkey === undefined ? null : publishedAs(did, rkey),
    ...(whole && (fitting.length === 0 || rkey !== undefined) ? { certain: true as const } : {}),
  }
}

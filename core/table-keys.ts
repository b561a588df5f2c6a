// Every key of the table on one screen, each with the access pattern it serves. No key string is built or taken apart elsewhere.
//
//   item                 pk                        sk                        by_owner (lists)          by_due (work)
//   owner                OWNER#<owner>             OWNER                     OWNERS
//   owner name           OWNERNAME#<name>          OWNERNAME
//   owner's storage      OWNER#<owner>             STORAGE
//   URL upload's place   OWNER#<owner>             IMPORT#<place>            (TTL)
//   API key              APIKEY#<key id>           APIKEY                    KEYS#<owner>, once revoked
//                                                                            REVOKEDKEYS#<owner>
//   owner's active keys  OWNER#<owner>             KEYS
//   code for a key       GRANT#<sha256>            CODE                      (TTL)   until an assistant exchanges it
//   refresh token        GRANT#<sha256>            REFRESH                   (TTL)   which key it renews
//   API key by secret    KEYHASH#<sha256>          KEYHASH
//   rate window          RATE#<caller>             <minute>                  (TTL)   <caller>: id of a key or session
//   rate restriction     RATE#<caller>             STRIKES                   (TTL)
//   requests by hour     RATE#<key>                HOURS                     (TTL)   sums of windows that are over
//   person               PERSON#<person>           PERSON
//   person's owner       PERSON#<person>           OWNER#<owner>
//   person's session     PERSON#<person>           SESSION#<session>         (TTL)
//   session by secret    SESSION#<sha256>          SESSION                   (TTL)
//   started sign-in      SIGNIN#<sha256 of state>  SIGNIN                    (TTL)
//   team                 TEAM#<owner>              TEAM
//   member               TEAM#<owner>              MEMBER#<person>
//   invitation           TEAM#<owner>              INVITATION#<invitation>   (TTL)
//   invitation by link   INVITATION#<sha256>       INVITATION                (TTL)
//   invitation's place   TEAM#<owner>              PLACE#<place>             (TTL)   at most one open invitation in each
//   mails of a day       TEAM#<owner>              MAILS#<day>               (TTL)   first passwords that were mailed
//   address was mailed   INVITATION#<sha256>       MAILED                    (TTL)   <sha256> of the address
//   connect link         TEAM#<owner>              CONNECTLINK#<link>        (TTL)   here, so that it ends with the team's
//   its secret           CONNECTLINK#<sha256>      CONNECTLINK               (TTL)
//   account              ACCOUNT#<account>         ACCOUNT                   ACCOUNTS#<owner>          ACCOUNT#<shard>
//   account uniqueness   EXTERNAL#<owner>          <provider>#<external id>
//   account's claim      CONNECTED#<provider>#<ext. id>  CONNECTED
//   what a platform said ASKED#<account>           ANSWER#<hash of question> (TTL)   for whoever looks
//   its calls in an hour ASKED#<account>           CALLS#<hour>              (TTL)
//   its pause            ASKED#<account>           PAUSE                     (TTL)
//   hashtags searched    ASKED#<account>           HASHTAGS                  (TTL, a week)
//                        ASKED#<account>/mentions  the same of names that its posts mention
//   started connection   OAUTH#<sha256 of state>   OAUTH                     (TTL)
//   accounts to choose   CHOICE#<sha256 of its id> CHOICE                    (TTL)
//   app of ours          APP#<platform>#<host>     <hash of what it is for>            <host>: empty for one of all hosts
//   publish lock         ACCOUNT#<account>         PUBLISHING
//   post's publication   ACCOUNT#<account>         POSTED#<platform's id>    (TTL, 60 days)   where only words tell posts apart
//   media                MEDIA#<media>             MEDIA                     MEDIA#<owner>             INSPECT#<shard>
//   failed variant       VARIANTS#<media>          <variant> or *            (TTL, 90 days)
//   upload session       UPLOAD#<media>            UPLOAD                                              UPLOAD#<shard>
//   post                 POST#<post>               POST                      POSTS#<owner>
//   publication          POST#<post>               PUBLICATION#<account>     UNFINISHED#<owner> while  PUBLISH#<shard> while
//                                                                            not ended                 not ended
//   approval             APPROVAL#<approval>       APPROVAL                  APPROVALS#<owner>
//   what was said of it  APPROVAL#<approval>       ENTRY#<ms>#<entry>
//   draft, template      DRAFTS#<owner>            <draft>
//   imported row         IMPORTED#<owner>          <sha256>                  (TTL)   of a file: which post it became
//   weekly slots         SLOTS#<account>           PLAN
//   taken slot           SLOTS#<account>           TAKEN#<ms>                (TTL, a day later)
//   figures of a post    INSIGHTS#<post>           <account>#<part>          (TTL, 2 years)
//   account's figures    INSIGHTS#<account>        <from>#<to>               (TTL, a week)
//   those of a day       INSIGHTS#<account>        DAY#<day>#<WITHIN or STANDING> (TTL, 2 years)
//   idempotency          IDEMPOTENCY#<owner>       <route>#<sha256 of key>   (TTL)
//   webhook              WEBHOOKS#<owner>          <webhook>
//   webhooks' version    OWNER#<owner>             WEBHOOKS
//   slow try's place     OWNER#<owner>             SLOWTRY#<place>           (TTL)
//   event for webhooks   EVENT#<event>             EVENT                     (TTL, 30 days)            DELIVER#<shard> until
//                                                                                                    handed on
//   delivery             WEBHOOK#<webhook>         DELIVERY#<event>          (TTL, 30 days)            DELIVER#<shard> while
//                                                                                                    to be tried
//   notice               NOTICES#<owner>          NOTICE#<event>            (TTL, 30 days)
//   notices to be mailed NOTICES#<owner>          MAIL                                                 NOTICEMAIL
//   activity             ACTIVITY#<owner>         <ms>#<activity>          (TTL, 1 year)   written once, never changed
//   usage record         USAGE#<owner>#<hour>      <ms>#<request id>         (TTL, 90 days)
//   job record           JOBS#<owner>#<hour>       <ms>#<post>#<account>
//   usage summary        SUMMARY#<owner>           HOUR#<hour> / DAY#<day> (requests), JHOUR# / JDAY# (jobs)
//   packed records       SUMMARY#<owner>           PACK#<hour>#<ms>          (TTL, 90 days)
//   summarized so far    SUMMARY#<owner>           STATE
//   summarizer's place   SUMMARIZER                CURSOR
//
// Times inside keys are Unix milliseconds in 15 digits, so that they sort as text.

/** How a part of a key is written, and read again. */
interface Part<T> {
  kind: 'text' | 'number' | 'number of 8 digits' | 'time'
  write(value: T): string
  read(text: string): T
}

/** A text with `#` between its parts, behind the word that says what it is of. Only the last part may contain a `#` itself. */
export interface Shape<V extends unknown[]> {
  (...parts: V): string
  /** Reads the parts. @throws where the text is of another shape: the item is corrupt. */
  read(text: string): V
  /** Every text of the shape begins so. */
  prefix: string
  /** As a condition of IAM names all texts of the shape. */
  pattern: string
  parts: readonly Part<never>[]
}

function shape<V extends unknown[]>(word: string, ...parts: { [I in keyof V]: Part<V[I]> }): Shape<V> {
  const prefix = word === '' ? '' : `${word}#`
  const last = parts.length - 1
  const make = (...values: V) => prefix + parts.map((part, at) => part.write(values[at])).join('#')
  const read = (made: string): V => {
    const refuse = () => new Error(`not a key of ${prefix}: ${made}`)
    if (!made.startsWith(prefix)) throw refuse()
    const found: unknown[] = []
    let from = prefix.length
    for (let at = 0; at < last; at += 1) {
      const end = made.indexOf('#', from)
      if (end < 0) throw refuse()
      found.push(parts[at]!.read(made.slice(from, end)))
      from = end + 1
    }
    found.push(parts[last]!.read(made.slice(from)))
    return found as V
  }
  return Object.assign(make, { read, prefix, pattern: `${prefix}*`, parts: parts as readonly Part<never>[] })
}

const text: Part<string> = { kind: 'text', write: (value) => value, read: (value) => value }
const number: Part<number> = { kind: 'number', write: String, read: Number }
/** Sorts as text. */
const digits8: Part<number> = {
  kind: 'number of 8 digits',
  write: (value) => String(value).padStart(8, '0'),
  read: Number,
}

export interface Key {
  pk: string
  sk: string
}

/** Work that is due is spread over this many partitions of `by_due`, so that no one of them is hot. */
export const DUE_SHARDS = 8

/** Unix ms as text that sorts. */
export const sortable = (ms: number): string => String(Math.max(0, Math.trunc(ms))).padStart(15, '0')
const time: Part<number> = { kind: 'time', write: sortable, read: Number }

/** `~` sorts after every id and after the `#` before it: behind all that is of this time. */
export const endOf = (ms: number): string => `${sortable(ms)}~`

/** The sort key of both indexes: a time, and the id of what is of that time, so that no two fall together. */
export const timed = shape('', time, text)

/** The partition keys of the table, by what stands under them. */
export const PARTITION = {
  owner: shape('OWNER', text),
  ownerName: shape('OWNERNAME', text),
  apiKey: shape('APIKEY', text),
  keyHash: shape('KEYHASH', text),
  /** Codes and refresh tokens: assistants show them to get a key, or its next secret. */
  grant: shape('GRANT', text),
  /** The partition of a key or session. */
  rate: shape('RATE', text),
  person: shape('PERSON', text),
  session: shape('SESSION', text),
  signIn: shape('SIGNIN', text),
  team: shape('TEAM', text),
  invitation: shape('INVITATION', text),
  connectLink: shape('CONNECTLINK', text),
  account: shape('ACCOUNT', text),
  external: shape('EXTERNAL', text),
  connected: shape('CONNECTED', text, text),
  asked: shape('ASKED', text),
  oauth: shape('OAUTH', text),
  choice: shape('CHOICE', text),
  /** A platform, and the origin of a host; that is empty where one app is for all. */
  app: shape('APP', text, text),
  media: shape('MEDIA', text),
  variants: shape('VARIANTS', text),
  upload: shape('UPLOAD', text),
  post: shape('POST', text),
  approval: shape('APPROVAL', text),
  /** The partition of an owner. */
  drafts: shape('DRAFTS', text),
  imported: shape('IMPORTED', text),
  /** The partition of an account. */
  slots: shape('SLOTS', text),
  /** The partition of a post or an account. */
  insights: shape('INSIGHTS', text),
  idempotency: shape('IDEMPOTENCY', text),
  webhooks: shape('WEBHOOKS', text),
  webhook: shape('WEBHOOK', text),
  event: shape('EVENT', text),
  notices: shape('NOTICES', text),
  activity: shape('ACTIVITY', text),
  usage: shape('USAGE', text, number),
  jobs: shape('JOBS', text, number),
  summary: shape('SUMMARY', text),
}

/** A stable shard of an id (FNV-1a): the same item always sits in the same one. */
export function shardOf(id: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193) >>> 0
  return hash % DUE_SHARDS
}

export const ownerKey = (ownerId: string): Key => ({ pk: PARTITION.owner(ownerId), sk: 'OWNER' })
/** All owners, oldest first. */
export const OWNERS = 'OWNERS'
export const ownerNameKey = (name: string): Key => ({ pk: PARTITION.ownerName(name), sk: 'OWNERNAME' })
/** Counters of bytes and assets, written in the same transaction as the asset. */
export const storageKey = (ownerId: string): Key => ({ pk: PARTITION.owner(ownerId), sk: 'STORAGE' })

const importPlaceSort = shape('IMPORT', number)
/** Held while a file is fetched by its address; as many as an owner may have fetched at once. */
export const importPlaceKey = (ownerId: string, place: number): Key => ({
  pk: PARTITION.owner(ownerId),
  sk: importPlaceSort(place),
})

export const apiKeyKey = (keyId: string): Key => ({ pk: PARTITION.apiKey(keyId), sk: 'APIKEY' })
export const apiKeyHashKey = (sha256: string): Key => ({ pk: PARTITION.keyHash(sha256), sk: 'KEYHASH' })
export const grantCodeKey = (sha256: string): Key => ({ pk: PARTITION.grant(sha256), sk: 'CODE' })
export const refreshTokenKey = (sha256: string): Key => ({ pk: PARTITION.grant(sha256), sk: 'REFRESH' })
export const apiKeysOf = shape('KEYS', text)
/** Apart from the others: their number grows for ever. */
export const revokedKeysOf = shape('REVOKEDKEYS', text)
/** How many active keys the owner has. */
export const activeKeysKey = (ownerId: string): Key => ({ pk: PARTITION.owner(ownerId), sk: 'KEYS' })

export const rateWindowKey = (keyId: string, minute: number): Key => ({ pk: PARTITION.rate(keyId), sk: String(minute) })
export const rateStrikesKey = (keyId: string): Key => ({ pk: PARTITION.rate(keyId), sk: 'STRIKES' })
export const rateHoursKey = (keyId: string): Key => ({ pk: PARTITION.rate(keyId), sk: 'HOURS' })

export const personKey = (personId: string): Key => ({ pk: PARTITION.person(personId), sk: 'PERSON' })
/** The owners a person belongs to, and the sessions: each list stands under the person, so it misses nothing new. */
export const personOwnerSort = shape('OWNER', text)
export const personOwnerKey = (personId: string, ownerId: string): Key => ({
  pk: PARTITION.person(personId),
  sk: personOwnerSort(ownerId),
})
export const personSessionSort = shape('SESSION', text)
export const personSessionKey = (personId: string, sessionId: string): Key => ({
  pk: PARTITION.person(personId),
  sk: personSessionSort(sessionId),
})
export const sessionKey = (sha256: string): Key => ({ pk: PARTITION.session(sha256), sk: 'SESSION' })
/** A sign-in that was started; only a hash of its `state` is kept. */
export const signInKey = (stateSha256: string): Key => ({ pk: PARTITION.signIn(stateSha256), sk: 'SIGNIN' })
/** How many admins the owner has. */
export const teamKey = (ownerId: string): Key => ({ pk: PARTITION.team(ownerId), sk: 'TEAM' })
export const memberSort = shape('MEMBER', text)
export const memberKey = (ownerId: string, personId: string): Key => ({
  pk: PARTITION.team(ownerId),
  sk: memberSort(personId),
})
export const invitationSort = shape('INVITATION', text)
export const invitationKey = (ownerId: string, invitationId: string): Key => ({
  pk: PARTITION.team(ownerId),
  sk: invitationSort(invitationId),
})
export const invitationByLinkKey = (sha256: string): Key => ({ pk: PARTITION.invitation(sha256), sk: 'INVITATION' })
const invitationPlaceSort = shape('PLACE', number)
/** Taken while an invitation is open: there are as many places as an owner may have open invitations. */
export const invitationPlaceKey = (ownerId: string, place: number): Key => ({
  pk: PARTITION.team(ownerId),
  sk: invitationPlaceSort(place),
})
const mailsSort = shape('MAILS', number)
/** Counts the first passwords that an owner had mailed on a Unix day. */
export const mailsOfDayKey = (ownerId: string, day: number): Key => ({
  pk: PARTITION.team(ownerId),
  sk: mailsSort(day),
})
/** Held for a while after a first password was mailed to the address, whoever sent the invitation. */
export const mailedKey = (addressSha256: string): Key => ({ pk: PARTITION.invitation(addressSha256), sk: 'MAILED' })

export const connectLinkSort = shape('CONNECTLINK', text)
/** A link by which somebody without a user connects accounts for the owner. */
export const connectLinkKey = (ownerId: string, linkId: string): Key => ({
  pk: PARTITION.team(ownerId),
  sk: connectLinkSort(linkId),
})
export const connectLinkBySecretKey = (sha256: string): Key => ({
  pk: PARTITION.connectLink(sha256),
  sk: 'CONNECTLINK',
})

export const accountKey = (accountId: string): Key => ({ pk: PARTITION.account(accountId), sk: 'ACCOUNT' })
export const accountsOf = shape('ACCOUNTS', text)
/** A provider, and the id of an account there. */
const externalSort = shape('', text, text)
export const externalAccountKey = (ownerId: string, provider: string, externalId: string): Key => ({
  pk: PARTITION.external(ownerId),
  sk: externalSort(provider, externalId),
})
/** Which owner an account of the outside is connected to: the last that connected it. */
export const connectedKey = (provider: string, externalId: string): Key => ({
  pk: PARTITION.connected(provider, externalId),
  sk: 'CONNECTED',
})
const answerSort = shape('ANSWER', text)
const callsSort = shape('CALLS', number)
const asked = (accountId: string, sk: string): Key => ({ pk: PARTITION.asked(accountId), sk })
/** A platform's answer to a question about an account, and whether somebody is asking it. */
export const askedAnswerKey = (accountId: string, question: string): Key => asked(accountId, answerSort(question))
/** Calls of the platform that looking at an account took in an hour. */
export const askedCallsKey = (accountId: string, hour: number): Key => asked(accountId, callsSort(hour))
/** Until when the platform wants no calls for the account. */
export const askedPauseKey = (accountId: string): Key => asked(accountId, 'PAUSE')
/** The hashtags that an account has searched for, each with when. */
export const askedHashtagsKey = (accountId: string): Key => asked(accountId, 'HASHTAGS')
/** A connection that was started at a platform; only a hash of its `state` is kept. */
export const oauthKey = (stateSha256: string): Key => ({ pk: PARTITION.oauth(stateSha256), sk: 'OAUTH' })
/** The accounts that a sign-in gave, to be chosen from; only a hash of what names them is kept. */
export const choiceKey = (idSha256: string): Key => ({ pk: PARTITION.choice(idSha256), sk: 'CHOICE' })
/** An app that was registered by the service itself. @param use a hash of what it was registered for. */
export const appKey = (platform: string, host: string, use: string): Key => ({
  pk: PARTITION.app(platform, host),
  sk: use,
})
/** Held while one publication of the account is in the publish step. */
export const publishLockKey = (accountId: string): Key => ({ pk: PARTITION.account(accountId), sk: 'PUBLISHING' })
const postedSort = shape('POSTED', text)
/** Which publication a post of the account is bound to, by the platform's id of the post. */
export const boundPostKey = (accountId: string, platformId: string): Key => ({
  pk: PARTITION.account(accountId),
  sk: postedSort(platformId),
})
export const dueAccounts = shape('ACCOUNT', number)

export const mediaKey = (mediaId: string): Key => ({ pk: PARTITION.media(mediaId), sk: 'MEDIA' })
export const mediaOf = shape('MEDIA', text)
export const dueInspections = shape('INSPECT', number)
/** In the place of a variant's name: what holds for all of an asset's. */
export const EVERY_VARIANT = '*'
/** Failed variants of an asset. `name` is the last part of a variant's path. */
export const variantFailureKey = (mediaId: string, name: string): Key => ({ pk: PARTITION.variants(mediaId), sk: name })
export const uploadKey = (mediaId: string): Key => ({ pk: PARTITION.upload(mediaId), sk: 'UPLOAD' })
export const dueUploads = shape('UPLOAD', number)

export const postKey = (postId: string): Key => ({ pk: PARTITION.post(postId), sk: 'POST' })
export const postsOf = shape('POSTS', text)
export const publicationSort = shape('PUBLICATION', text)
export const publicationKey = (postId: string, accountId: string): Key => ({
  pk: PARTITION.post(postId),
  sk: publicationSort(accountId),
})
/** Publications of an owner that have not ended; `<account>#<post>` as sort key, so one account's come together. */
export const unfinishedOf = shape('UNFINISHED', text)
export const unfinishedSort = shape('', text, text)
export const duePublications = shape('PUBLISH', number)
/** The shard that a publication is due in. */
export const publicationShard = (postId: string, accountId: string): number => shardOf(`${postId}#${accountId}`)

/** Drafts and templates of a team: a short list under its owner. */
export const draftsOf = PARTITION.drafts
export const draftKey = (ownerId: string, draftId: string): Key => ({ pk: draftsOf(ownerId), sk: draftId })

/** A row of a file that became a post. */
export const importedKey = (ownerId: string, rowSha256: string): Key => ({
  pk: PARTITION.imported(ownerId),
  sk: rowSha256,
})

/** A post that waits for an editor, and what was said and done about it. */
export const approvalKey = (approvalId: string): Key => ({ pk: PARTITION.approval(approvalId), sk: 'APPROVAL' })
export const approvalsOf = shape('APPROVALS', text)
export const approvalEntrySort = shape('ENTRY', time, text)
export const approvalEntryKey = (approvalId: string, at: number, entryId: string): Key => ({
  pk: PARTITION.approval(approvalId),
  sk: approvalEntrySort(at, entryId),
})

/** The weekly slots of an account, and the moments that posts have taken. */
export const SLOT_PLAN = 'PLAN'
export const slotsOf = PARTITION.slots
export const slotPlanKey = (accountId: string): Key => ({ pk: slotsOf(accountId), sk: SLOT_PLAN })
export const takenSlotSort = shape('TAKEN', time)
export const slotKey = (accountId: string, ms: number): Key => ({
  pk: slotsOf(accountId),
  sk: takenSlotSort(ms),
})

/** An account, and which post of a thread. */
export const postFiguresSort = shape('', text, number)
/** The platform's latest figures of a post on an account. */
export const postFiguresKey = (postId: string, accountId: string, part: number): Key => ({
  pk: PARTITION.insights(postId),
  sk: postFiguresSort(accountId, part),
})
const accountFiguresSort = shape('', time, time)
export const accountFiguresKey = (accountId: string, { from, to }: { from: number; to: number }): Key => ({
  pk: PARTITION.insights(accountId),
  sk: accountFiguresSort(from, to),
})

const dayFiguresSort = shape('DAY', digits8, text)
/** Figures of one Unix day (UTC): what happened within it, or counts as they stood when they were read on it. */
export const dayFiguresKey = (accountId: string, day: number, what: 'WITHIN' | 'STANDING'): Key => ({
  pk: PARTITION.insights(accountId),
  sk: dayFiguresSort(day, what),
})
/** The days of an account, both included, as bounds of its sort keys. */
export const daysOfFigures = (accountId: string, from: number, to: number) => ({
  pk: PARTITION.insights(accountId),
  from: dayFiguresSort(from, ''),
  to: dayFiguresSort(to, '~'),
})
/** @throws where the sort key is of something else. */
export const readDayFigures = dayFiguresSort.read

const idempotencySort = shape('', text, text)
export const idempotencyKey = (ownerId: string, route: string, keySha256: string): Key => ({
  pk: PARTITION.idempotency(ownerId),
  sk: idempotencySort(route, keySha256),
})

/** Webhooks stand under their owner, not in an index: one that was just made misses no event. */
export const webhooksOf = PARTITION.webhooks
export const webhookKey = (ownerId: string, webhookId: string): Key => ({ pk: webhooksOf(ownerId), sk: webhookId })
/** Moved on in the transaction that makes a webhook; in a partition that no list of them reads. */
export const webhooksVersionKey = (ownerId: string): Key => ({ pk: PARTITION.owner(ownerId), sk: 'WEBHOOKS' })
const slowTrySort = shape('SLOWTRY', number)
/** Held while a message is sent to an address that answers slowly. */
export const slowTryKey = (ownerId: string, place: number): Key => ({
  pk: PARTITION.owner(ownerId),
  sk: slowTrySort(place),
})
export const eventKey = (eventId: string): Key => ({ pk: PARTITION.event(eventId), sk: 'EVENT' })
export const deliveriesOf = PARTITION.webhook
export const deliverySort = shape('DELIVERY', text)
/** Event ids begin with their time, so deliveries sort by it. */
export const deliveryKey = (webhookId: string, eventId: string): Key => ({
  pk: deliveriesOf(webhookId),
  sk: deliverySort(eventId),
})
/** Events that are to be handed on, and deliveries that are to be tried. */
export const dueDeliveries = shape('DELIVER', number)
/** The sort key of a delivery there; that of an event is `timed`. */
export const dueDeliverySort = shape('', time, text, text)
/** The kind of item: an event, or the delivery of one to a webhook. */
export function readDueDelivery(dueSort: string): { event_id: string } | { webhook_id: string; delivery_id: string } {
  const [, id] = timed.read(dueSort)
  if (!id.includes('#')) return { event_id: id }
  const [, webhook_id, delivery_id] = dueDeliverySort.read(dueSort)
  return { webhook_id, delivery_id }
}

export const noticesOf = PARTITION.notices
export const noticeSort = shape('NOTICE', text)
/** Named after the event that it tells of, so that one event makes one notice. */
export const noticeKey = (ownerId: string, eventId: string): Key => ({
  pk: noticesOf(ownerId),
  sk: noticeSort(eventId),
})
/** Which notices are still to be mailed, and when the next mail may go out. */
export const noticeMailKey = (ownerId: string): Key => ({ pk: noticesOf(ownerId), sk: 'MAIL' })
/** Owners whose mail is due; few at a time, as each has at most one an hour. */
export const DUE_NOTICE_MAILS = 'NOTICEMAIL'

/** The record of changes: under its owner, in the order of time. */
export const activityOf = PARTITION.activity
/** A time, and the id of the entry. */
export const activitySort = shape('', time, text)
/** Every entry of that time or later sorts behind it. */
export const activityTime = (ms: number): string => sortable(ms)
export const activityKey = (ownerId: string, ms: number, id: string): Key => ({
  pk: activityOf(ownerId),
  sk: activitySort(ms, id),
})

/** `hour` is the Unix hour: ms / 3,600,000, rounded down. */
export const usagePartition = PARTITION.usage
export const usageSort = shape('', time, text)
export const usageKey = (ownerId: string, ms: number, requestId: string): Key => ({
  pk: usagePartition(ownerId, Math.floor(ms / 3_600_000)),
  sk: usageSort(ms, requestId),
})
export const jobsPartition = PARTITION.jobs
const jobsSort = shape('', time, text, text)
/** The outcomes of the jobs of one ended publication; written in the transaction that ends it. */
export const jobsKey = (ownerId: string, ms: number, postId: string, accountId: string): Key => ({
  pk: jobsPartition(ownerId, Math.floor(ms / 3_600_000)),
  sk: jobsSort(ms, postId, accountId),
})
export const summaryPartition = PARTITION.summary
/** Up to which hour and day the owner's summaries are made. */
export const summaryStateKey = (ownerId: string): Key => ({ pk: summaryPartition(ownerId), sk: 'STATE' })
/** A kind, which is HOUR, DAY, JHOUR or JDAY, and the Unix hour or day. */
export const summarySort = shape('', text, digits8)
/** Single records of an hour, packed: the Unix hour, and the Unix ms at which the pack begins. */
export const packSort = shape('PACK', digits8, time)
/** Where the summarizer goes on when one run was not enough for all owners. */
export const summarizerCursorKey: Key = { pk: 'SUMMARIZER', sk: 'CURSOR' }

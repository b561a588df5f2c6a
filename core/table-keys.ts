// Every key of the table on one screen, each with the access pattern it serves. No key string is built elsewhere.
//
//   item                 pk                        sk                        by_owner (lists)          by_due (work)
//   owner                OWNER#<owner>             OWNER                     OWNERS
//   owner name           OWNERNAME#<name>          OWNERNAME
//   owner's storage      OWNER#<owner>             STORAGE
//   URL upload's place   OWNER#<owner>             IMPORT#<place>            (TTL)
//   API key              APIKEY#<key id>           APIKEY                    KEYS#<owner>, once revoked
//                                                                            REVOKEDKEYS#<owner>
//   owner's active keys  OWNER#<owner>             KEYS
//   API key by secret    KEYHASH#<sha256>          KEYHASH
//   rate window          RATE#<caller>             <minute>                  (TTL)   <caller>: id of a key or session
//   rate restriction     RATE#<caller>             STRIKES                   (TTL)
//   requests by hour     RATE#<key>                HOURS                     (TTL)   sums of windows that are over
//   person               PERSON#<person>           PERSON
//   person's owner       PERSON#<person>           OWNER#<owner>
//   person's session     PERSON#<person>           SESSION#<session>         (TTL)
//   session by secret    SESSION#<sha256>          SESSION                   (TTL)
//   begun sign-in        SIGNIN#<sha256 of state>  SIGNIN                    (TTL)
//   team                 TEAM#<owner>              TEAM
//   member               TEAM#<owner>              MEMBER#<person>
//   invitation           TEAM#<owner>              INVITATION#<invitation>   (TTL)
//   invitation by link   INVITATION#<sha256>       INVITATION                (TTL)
//   invitation's place   TEAM#<owner>              PLACE#<place>             (TTL)   at most one open invitation in each
//   mails of a day       TEAM#<owner>              MAILS#<day>               (TTL)   first passwords that were mailed
//   address was mailed   INVITATION#<sha256>       MAILED                    (TTL)   <sha256> of the address
//   account              ACCOUNT#<account>         ACCOUNT                   ACCOUNTS#<owner>          ACCOUNT#<shard>
//   account uniqueness   EXTERNAL#<owner>          <provider>#<external id>
//   account's claim      CONNECTED#<provider>#<ext. id>  CONNECTED
//   what a platform said ASKED#<account>           ANSWER#<hash of question> (TTL)   for whoever looks
//   its calls in an hour ASKED#<account>           CALLS#<hour>              (TTL)
//   its pause            ASKED#<account>           PAUSE                     (TTL)
//   begun connection     OAUTH#<sha256 of state>   OAUTH                     (TTL)
//   publish lock         ACCOUNT#<account>         PUBLISHING
//   media                MEDIA#<media>             MEDIA                     MEDIA#<owner>             INSPECT#<shard>
//   failed variant       VARIANTS#<media>          <variant> or *            (TTL, 90 days)
//   upload session       UPLOAD#<media>            UPLOAD                                              UPLOAD#<shard>
//   post                 POST#<post>               POST                      POSTS#<owner>
//   publication          POST#<post>               PUBLICATION#<account>     UNFINISHED#<owner> while  PUBLISH#<shard> while
//                                                                            not ended                 not ended
//   weekly slots         SLOTS#<account>           PLAN
//   taken slot           SLOTS#<account>           TAKEN#<ms>                (TTL, a day later)
//   figures of a post    INSIGHTS#<post>           <account>#<part>          (TTL, 2 years)
//   account's figures    INSIGHTS#<account>        <from>#<to>               (TTL, a week)
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
//   usage record         USAGE#<owner>#<hour>      <ms>#<request id>         (TTL, 90 days)
//   job record           JOBS#<owner>#<hour>       <ms>#<post>#<account>
//   usage summary        SUMMARY#<owner>           HOUR#<hour> / DAY#<day> (requests), JHOUR# / JDAY# (jobs)
//   packed records       SUMMARY#<owner>           PACK#<hour>#<ms>          (TTL, 90 days)
//   summarized so far    SUMMARY#<owner>           STATE
//   summarizer's place   SUMMARIZER                CURSOR
//
// Times inside keys are Unix milliseconds in 15 digits, so that they sort as text.

export interface Key {
  pk: string
  sk: string
}

/** Work that is due is spread over this many partitions of `by_due`, so that no one of them is hot. */
export const DUE_SHARDS = 8

/** Unix ms as text that sorts. */
export const sortable = (ms: number): string => String(Math.max(0, Math.trunc(ms))).padStart(15, '0')

/** A stable shard of an id (FNV-1a): the same item always sits in the same one. */
export function shardOf(id: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193) >>> 0
  return hash % DUE_SHARDS
}

export const ownerKey = (ownerId: string): Key => ({ pk: `OWNER#${ownerId}`, sk: 'OWNER' })
/** All owners, oldest first. */
export const OWNERS = 'OWNERS'
export const ownerNameKey = (name: string): Key => ({ pk: `OWNERNAME#${name}`, sk: 'OWNERNAME' })
/** Counters of bytes and assets, written in the same transaction as the asset. */
export const storageKey = (ownerId: string): Key => ({ pk: `OWNER#${ownerId}`, sk: 'STORAGE' })

/** Held while a file is fetched by its address; as many as an owner may have fetched at once. */
export const importSlotKey = (ownerId: string, place: number): Key => ({
  pk: `OWNER#${ownerId}`,
  sk: `IMPORT#${place}`,
})

export const apiKeyKey = (keyId: string): Key => ({ pk: `APIKEY#${keyId}`, sk: 'APIKEY' })
export const apiKeyHashKey = (sha256: string): Key => ({ pk: `KEYHASH#${sha256}`, sk: 'KEYHASH' })
export const apiKeysOf = (ownerId: string): string => `KEYS#${ownerId}`
/** Apart from the others: their number grows for ever. */
export const revokedKeysOf = (ownerId: string): string => `REVOKEDKEYS#${ownerId}`
/** How many active keys the owner has. */
export const activeKeysKey = (ownerId: string): Key => ({ pk: `OWNER#${ownerId}`, sk: 'KEYS' })

export const rateWindowKey = (keyId: string, minute: number): Key => ({ pk: `RATE#${keyId}`, sk: String(minute) })
export const rateStrikesKey = (keyId: string): Key => ({ pk: `RATE#${keyId}`, sk: 'STRIKES' })
export const rateHoursKey = (keyId: string): Key => ({ pk: `RATE#${keyId}`, sk: 'HOURS' })

export const personKey = (personId: string): Key => ({ pk: `PERSON#${personId}`, sk: 'PERSON' })
/** The owners a person belongs to, and the sessions: each list stands under the person, so it misses nothing new. */
export const PERSON_OWNER_PREFIX = 'OWNER#'
export const personOwnerKey = (personId: string, ownerId: string): Key => ({
  pk: `PERSON#${personId}`,
  sk: `${PERSON_OWNER_PREFIX}${ownerId}`,
})
export const PERSON_SESSION_PREFIX = 'SESSION#'
export const personSessionKey = (personId: string, sessionId: string): Key => ({
  pk: `PERSON#${personId}`,
  sk: `${PERSON_SESSION_PREFIX}${sessionId}`,
})
export const sessionKey = (sha256: string): Key => ({ pk: `SESSION#${sha256}`, sk: 'SESSION' })
/** A sign-in that was begun; only a hash of its `state` is kept. */
export const signInKey = (stateSha256: string): Key => ({ pk: `SIGNIN#${stateSha256}`, sk: 'SIGNIN' })
/** How many admins the owner has. */
export const teamKey = (ownerId: string): Key => ({ pk: `TEAM#${ownerId}`, sk: 'TEAM' })
export const MEMBER_PREFIX = 'MEMBER#'
export const memberKey = (ownerId: string, personId: string): Key => ({
  pk: `TEAM#${ownerId}`,
  sk: `${MEMBER_PREFIX}${personId}`,
})
export const INVITATION_PREFIX = 'INVITATION#'
export const invitationKey = (ownerId: string, invitationId: string): Key => ({
  pk: `TEAM#${ownerId}`,
  sk: `${INVITATION_PREFIX}${invitationId}`,
})
export const invitationByLinkKey = (sha256: string): Key => ({ pk: `INVITATION#${sha256}`, sk: 'INVITATION' })
/** Taken while an invitation is open: there are as many places as an owner may have open invitations. */
export const invitationPlaceKey = (ownerId: string, place: number): Key => ({
  pk: `TEAM#${ownerId}`,
  sk: `PLACE#${place}`,
})
/** Counts the first passwords that an owner had mailed on a Unix day. */
export const mailsOfDayKey = (ownerId: string, day: number): Key => ({ pk: `TEAM#${ownerId}`, sk: `MAILS#${day}` })
/** Held for a while after a first password was mailed to the address, whoever invited it. */
export const mailedKey = (addressSha256: string): Key => ({ pk: `INVITATION#${addressSha256}`, sk: 'MAILED' })

export const accountKey = (accountId: string): Key => ({ pk: `ACCOUNT#${accountId}`, sk: 'ACCOUNT' })
export const accountsOf = (ownerId: string): string => `ACCOUNTS#${ownerId}`
export const externalAccountKey = (ownerId: string, provider: string, externalId: string): Key => ({
  pk: `EXTERNAL#${ownerId}`,
  sk: `${provider}#${externalId}`,
})
/** Which owner an account of the outside is connected to: the last that connected it. */
export const connectedKey = (provider: string, externalId: string): Key => ({
  pk: `CONNECTED#${provider}#${externalId}`,
  sk: 'CONNECTED',
})
const asked = (accountId: string, sk: string): Key => ({ pk: `ASKED#${accountId}`, sk })
/** What a platform said to a question about an account, and whether somebody is asking it. */
export const askedAnswerKey = (accountId: string, question: string): Key => asked(accountId, `ANSWER#${question}`)
/** Calls of the platform that looking at an account took in an hour. */
export const askedCallsKey = (accountId: string, hour: number): Key => asked(accountId, `CALLS#${hour}`)
/** Until when the platform wants no calls for the account. */
export const askedPauseKey = (accountId: string): Key => asked(accountId, 'PAUSE')
/** A connection that was begun at a platform; only a hash of its `state` is kept. */
export const oauthKey = (stateSha256: string): Key => ({ pk: `OAUTH#${stateSha256}`, sk: 'OAUTH' })
/** Held while one publication of the account is in the publish step. */
export const publishLockKey = (accountId: string): Key => ({ pk: `ACCOUNT#${accountId}`, sk: 'PUBLISHING' })
export const dueAccounts = (shard: number): string => `ACCOUNT#${shard}`

export const mediaKey = (mediaId: string): Key => ({ pk: `MEDIA#${mediaId}`, sk: 'MEDIA' })
export const mediaOf = (ownerId: string): string => `MEDIA#${ownerId}`
export const dueInspections = (shard: number): string => `INSPECT#${shard}`
/** In the place of a variant's name: what holds for all of an asset's. */
export const EVERY_VARIANT = '*'
/** What could not be made of an asset. `name` is the last part of a variant's path. */
export const variantFailureKey = (mediaId: string, name: string): Key => ({ pk: `VARIANTS#${mediaId}`, sk: name })
export const uploadKey = (mediaId: string): Key => ({ pk: `UPLOAD#${mediaId}`, sk: 'UPLOAD' })
export const dueUploads = (shard: number): string => `UPLOAD#${shard}`

export const postKey = (postId: string): Key => ({ pk: `POST#${postId}`, sk: 'POST' })
export const postsOf = (ownerId: string): string => `POSTS#${ownerId}`
export const PUBLICATION_PREFIX = 'PUBLICATION#'
export const publicationKey = (postId: string, accountId: string): Key => ({
  pk: `POST#${postId}`,
  sk: `${PUBLICATION_PREFIX}${accountId}`,
})
/** Publications of an owner that have not ended; `<account>#<post>` as sort key, so one account's come together. */
export const unfinishedOf = (ownerId: string): string => `UNFINISHED#${ownerId}`
export const unfinishedSort = (accountId: string, postId: string): string => `${accountId}#${postId}`
export const duePublications = (shard: number): string => `PUBLISH#${shard}`

/** The weekly slots of an account, and the moments that posts have taken. */
export const slotsOf = (accountId: string): string => `SLOTS#${accountId}`
export const slotPlanKey = (accountId: string): Key => ({ pk: slotsOf(accountId), sk: 'PLAN' })
export const SLOT_PREFIX = 'TAKEN#'
export const slotKey = (accountId: string, ms: number): Key => ({
  pk: slotsOf(accountId),
  sk: `${SLOT_PREFIX}${sortable(ms)}`,
})

/** What the platform last told of a post on an account. */
export const postFiguresKey = (postId: string, accountId: string, part: number): Key => ({
  pk: `INSIGHTS#${postId}`,
  sk: `${accountId}#${part}`,
})
export const accountFiguresKey = (accountId: string, { from, to }: { from: number; to: number }): Key => ({
  pk: `INSIGHTS#${accountId}`,
  sk: `${sortable(from)}#${sortable(to)}`,
})

export const idempotencyKey = (ownerId: string, route: string, keySha256: string): Key => ({
  pk: `IDEMPOTENCY#${ownerId}`,
  sk: `${route}#${keySha256}`,
})

/** Webhooks stand under their owner, not in an index: one that was just made misses no event. */
export const webhooksOf = (ownerId: string): string => `WEBHOOKS#${ownerId}`
export const webhookKey = (ownerId: string, webhookId: string): Key => ({ pk: webhooksOf(ownerId), sk: webhookId })
/** Moved on in the transaction that makes a webhook; in a partition that no list of them reads. */
export const webhooksVersionKey = (ownerId: string): Key => ({ pk: `OWNER#${ownerId}`, sk: 'WEBHOOKS' })
/** Held while a message is sent to an address that answers slowly. */
export const slowTryKey = (ownerId: string, place: number): Key => ({ pk: `OWNER#${ownerId}`, sk: `SLOWTRY#${place}` })
export const eventKey = (eventId: string): Key => ({ pk: `EVENT#${eventId}`, sk: 'EVENT' })
export const deliveriesOf = (webhookId: string): string => `WEBHOOK#${webhookId}`
export const DELIVERY_PREFIX = 'DELIVERY#'
/** Event ids begin with their time, so deliveries sort by it. */
export const deliveryKey = (webhookId: string, eventId: string): Key => ({
  pk: deliveriesOf(webhookId),
  sk: `${DELIVERY_PREFIX}${eventId}`,
})
/** Events that are to be handed on, and deliveries that are to be tried. */
export const dueDeliveries = (shard: number): string => `DELIVER#${shard}`

export const noticesOf = (ownerId: string): string => `NOTICES#${ownerId}`
export const NOTICE_PREFIX = 'NOTICE#'
/** Named after the event that it tells of, so that one event makes one notice. */
export const noticeKey = (ownerId: string, eventId: string): Key => ({
  pk: noticesOf(ownerId),
  sk: `${NOTICE_PREFIX}${eventId}`,
})
/** Which notices are still to be mailed, and when the next mail may go out. */
export const noticeMailKey = (ownerId: string): Key => ({ pk: noticesOf(ownerId), sk: 'MAIL' })
/** Owners whose mail is due; few at a time, as each has at most one an hour. */
export const DUE_NOTICE_MAILS = 'NOTICEMAIL'

/** `hour` is the Unix hour: ms / 3,600,000, rounded down. */
export const usagePartition = (ownerId: string, hour: number): string => `USAGE#${ownerId}#${hour}`
export const usageKey = (ownerId: string, ms: number, requestId: string): Key => ({
  pk: usagePartition(ownerId, Math.floor(ms / 3_600_000)),
  sk: `${sortable(ms)}#${requestId}`,
})
export const jobsPartition = (ownerId: string, hour: number): string => `JOBS#${ownerId}#${hour}`
/** What the jobs of one ended publication came to; written in the transaction that ends it. */
export const jobsKey = (ownerId: string, ms: number, postId: string, accountId: string): Key => ({
  pk: jobsPartition(ownerId, Math.floor(ms / 3_600_000)),
  sk: `${sortable(ms)}#${postId}#${accountId}`,
})
export const summaryPartition = (ownerId: string): string => `SUMMARY#${ownerId}`
/** Up to which hour and day the owner's summaries are made. */
export const summaryStateKey = (ownerId: string): Key => ({ pk: summaryPartition(ownerId), sk: 'STATE' })
/** `kind` is HOUR, DAY, JHOUR or JDAY; `number` the Unix hour or day. */
export const summarySort = (kind: string, number: number): string => `${kind}#${String(number).padStart(8, '0')}`
/** Single records of an hour, packed; `from` is the Unix ms at which the pack begins. */
export const packSort = (hour: number, from: number): string => `${summarySort('PACK', hour)}#${sortable(from)}`
/** Where the summarizer goes on when one run was not enough for all owners. */
export const summarizerCursorKey: Key = { pk: 'SUMMARIZER', sk: 'CURSOR' }

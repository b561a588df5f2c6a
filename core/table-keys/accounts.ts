// Keys of accounts, of connecting them, and of what platforms answered about them.
import { PARTITION } from './partitions.ts'
import { type Key, number, shape, text } from './shape.ts'

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

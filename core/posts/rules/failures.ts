// Why publications fail, and which of it can pass. Imports nothing.

/** Why a publication failed. The meaning of each is in `FAILURES`. */
export const FAILURES = {
  caption_too_long: 'The caption is longer than the platform allows.',
  rejected: 'The platform refused the content.',
  media_gone: 'A medium of the post no longer exists.',
  media_unusable: 'A medium of the post cannot be prepared for the platform.',
  media_not_ready: 'A medium of the post could not be prepared for the platform after many attempts.',
  account_disconnected: 'The account was disconnected before the post was published.',
  reconnect_required: "The platform no longer accepts the account's token: connect the account again.",
  permission_missing:
    "The post needs a permission that the account's owner did not grant: connect the account again and grant it, or leave that part out.",
  action_required: "The platform wants the account's owner to act in its app first.",
  media_not_processed: 'The platform could not process the media in several attempts.',
  platform_unavailable: 'The platform did not accept the post after many attempts.',
  limit_not_lifted: "The platform's limit for the account was not lifted in time.",
  too_late: 'Publishing could not begin before the latest time of the post (`not_after`).',
  stopped: 'The post was not published, because it could not be prepared on another of its accounts.',
  part_not_found:
    'A part of the thread is live, but the platform does not return its id, so the next part has no post to answer.',
  outcome_unknown:
    'It is not known whether the post went live: the platform did not say, or could not be asked. Look at the account before posting again.',
} as const
export type FailureCode = keyof typeof FAILURES

/** The message of `outcome_unknown`, by its cause. */
export const OUTCOME_UNKNOWN = {
  never_told:
    'The platform was asked, but did not say whether the post went live: look at the account before posting again.',
  not_asked: 'The platform could not be asked whether the post went live: look at the account before posting again.',
  restored:
    'Data were restored to an earlier time, and the platform could not tell whether the post went live in the meantime: look at the account before posting again.',
} as const

/** Failures after which publishing the same again can help. Never `outcome_unknown`: it may be live. */
export const RETRYABLE: readonly FailureCode[] = [
  'reconnect_required',
  'permission_missing',
  'action_required',
  'media_not_ready',
  'media_not_processed',
  'platform_unavailable',
  'limit_not_lifted',
  'part_not_found',
  'stopped',
]

// The meaning of each error code and what the caller can do about it, for the reference.
import type { Code } from '../core/errors.ts'

export interface ErrorWords {
  meaning: string
  action: string
}

export const ERROR_WORDS: Readonly<Record<Code, ErrorWords>> = {
  // The shape of a value
  required: { meaning: 'A required field is missing.', action: 'Send the field named in `path`.' },
  invalid_type: {
    meaning: 'A value has another JSON type than the field takes.',
    action: 'Send the type that the message names.',
  },
  invalid_format: {
    meaning: 'A value does not have the form that the field takes.',
    action: 'Correct the value; the message describes the form.',
  },
  invalid_value: {
    meaning: 'A value is not one of those allowed.',
    action: 'Use one of the values that the message lists.',
  },
  too_short: {
    meaning: 'A text or list is shorter than allowed.',
    action: 'Make it longer; the message names the limit.',
  },
  too_long: {
    meaning: 'A text or list is longer than allowed.',
    action: 'Make it shorter; the message names the limit and the length sent.',
  },
  too_small: {
    meaning: 'A number is below the smallest allowed.',
    action: 'Send a larger number; the message names the limit.',
  },
  too_big: {
    meaning: 'A number is above the largest allowed.',
    action: 'Send a smaller number; the message names the limit.',
  },
  unknown_field: {
    meaning: 'The request has a field that this endpoint does not know.',
    action: 'Remove it, or correct its spelling.',
  },
  duplicate: { meaning: 'A list names the same thing twice.', action: 'Name it once.' },
  malformed_json: {
    meaning: 'The body is not valid JSON.',
    action: 'Correct the body; the message names the position of the error.',
  },
  malformed_multipart: { meaning: 'The multipart body is broken or cut short.', action: 'Send the whole form again.' },
  empty_file: { meaning: 'The uploaded file has no bytes.', action: 'Send a file that is not empty.' },
  // Posts
  unknown_account: {
    meaning: "An account id is not one of the caller's connected accounts.",
    action: 'Take ids from GET /v1/accounts/social.',
  },
  account_disconnected: { meaning: 'The account was disconnected.', action: 'Connect it again, or leave it out.' },
  account_reconnect_required: {
    meaning: "The platform no longer accepts the account's token.",
    action: 'Connect the account again.',
  },
  account_action_required: {
    meaning: "The platform wants the account's owner to act first.",
    action: "Open the platform's app, do what it asks, then try again.",
  },
  no_supported_account: {
    meaning: 'None of the accounts is on a platform that supports this type of post.',
    action: 'Add an account of a platform that supports it.',
  },
  unknown_media: {
    meaning: "A media id is not one of the caller's active assets.",
    action: 'Upload the media first, or take ids from GET /v1/media/users.',
  },
  media_count: {
    meaning: 'A platform or type of post does not accept this number of media.',
    action: 'Change the number; the message names the rule.',
  },
  media_kind: {
    meaning: 'The type of post does not accept this kind of medium.',
    action: 'Send the kind that the message names.',
  },
  media_mixed: {
    meaning: 'Images and video are mixed, and a platform does not accept that.',
    action: 'Send only images or only video to that account.',
  },
  media_format: {
    meaning: 'A platform does not accept the file format.',
    action: 'Upload the medium in a format that the message names.',
  },
  media_too_large: {
    meaning: 'A medium is larger than a platform allows.',
    action: 'Upload a smaller file; the message names the limit.',
  },
  option_not_supported: {
    meaning: 'An option does not exist for this kind of post, or on any platform that the post is sent to.',
    action: 'Leave it out, or use it for the posts and platforms that the message names.',
  },
  option_conflict: {
    meaning: 'A platform does not accept two of the options or fields together.',
    action: 'Leave one of them out; the message names both.',
  },
  option_needs_permission: {
    meaning: "The account's owner did not grant a permission that the option needs.",
    action: 'Connect the account again and grant the permission that the message names, or leave the option out.',
  },
  option_needs_facebook_login: {
    meaning: 'The platform offers the option only to accounts that are connected with Facebook Login.',
    action: 'Leave it out, or connect the account with the Facebook Page that it belongs to (Connect Facebook).',
  },
  invalid_schedule: {
    meaning: 'The time is in the past, too far ahead, or not a time.',
    action: 'Send a time later than now and within 365 days.',
  },
  no_free_slot: {
    meaning: 'The account has no free slot for the post.',
    action: 'Set the slots of the account with PUT /v1/accounts/social/{id}/slots, or send a time.',
  },
  token_expires_first: {
    meaning: "The account's token cannot be kept alive until the scheduled time.",
    action: 'Connect the account again, or schedule earlier.',
  },
  // Connecting accounts
  personal_account: {
    meaning: 'The account is a personal account; the platform allows publishing only to professional accounts.',
    action: 'Change it to a business or creator account in the app, then connect it.',
  },
  missing_permissions: {
    meaning: 'The account was connected without a permission that publishing needs.',
    action: 'Connect it again and grant all permissions that the message names.',
  },
  connection_refused: {
    meaning: "The account's owner, or the platform, did not grant the connection.",
    action: 'Start again, and agree on the page of the platform.',
  },
  invalid_state: {
    meaning: "The platform's answer belongs to no connection that was started, was used before, or comes too late.",
    action: 'Start again.',
  },
  invalid_code: {
    meaning: 'The platform does not accept the code that it issued: it was used, or has expired.',
    action: 'Start again.',
  },
  account_of_another_owner: {
    meaning: 'The account is connected to another owner already.',
    action: 'Have it disconnected there first, or connect another account.',
  },
  app_not_configured: {
    meaning: 'The app of this platform is not set up in this service.',
    action: 'Ask the operator to set it up.',
  },
  invalid_token: { meaning: 'The platform does not accept the token.', action: 'Get a new token from the platform.' },
  platform_unavailable: { meaning: 'The platform did not answer, or cannot do this now.', action: 'Try again later.' },
  // Keys and ownership
  invalid_key: {
    meaning: 'The API key is missing, unknown, mistyped or revoked.',
    action: 'Send it in the header X-Secret-Token; ask the operator for a new one.',
  },
  session: { meaning: 'Nobody is signed in, or the session has ended.', action: 'Sign in again.' },
  session_required: {
    meaning: 'Only a person who is signed in at the dashboard can do this; an API key cannot.',
    action: 'Use the dashboard.',
  },
  approval_required: {
    meaning: 'The post needs the approval of an editor before it is published.',
    action: 'Send it for approval with `POST /v1/approvals`.',
  },
  role_required: {
    meaning: "The person's role for this owner does not include this.",
    action: 'Ask an admin of the team; the message names the role that is needed.',
  },
  no_owner: { meaning: 'The person who is signed in belongs to no owner.', action: 'Ask an admin for an invitation.' },
  invitation_of_another_address: {
    meaning: 'The invitation was sent to another address than the one that is signed in.',
    action: 'Sign in with the invited address, or ask for a new invitation.',
  },
  not_owner: { meaning: 'The media belongs to another owner.', action: 'Only the uploader may delete it.' },
  key_not_allowed: {
    meaning: 'The gateway does not let this key through.',
    action: "Ask the operator to check the key's usage plan.",
  },
  request_blocked: {
    meaning: 'The firewall in front of the API blocked the request.',
    action: 'Send fewer requests, or ask the operator with the request id.',
  },
  // Existence
  not_found: {
    meaning: 'The path does not exist, or the id does not exist for this caller.',
    action: 'Check the method, the path and the id.',
  },
  // Conflicts
  media_in_use: {
    meaning: 'An unfinished post uses the media.',
    action: 'Cancel the posts that the message names, or wait until they are finished.',
  },
  conflict: {
    meaning: 'Another request changed it at the same moment.',
    action: 'Read it again, then repeat the request if it is still needed.',
  },
  approval_changed: {
    meaning: 'The post was changed or decided since it was seen, or its author was asked for changes.',
    action: 'Look at it again, and name its version; if changes were asked for, wait for them.',
  },
  approval_late: {
    meaning: 'The time of the post passed while it waited for approval.',
    action: 'Send `publish_at`; if `not_after` has passed, change the post first.',
  },
  draft_changed: {
    meaning: 'Somebody saved the draft since the version that the request names.',
    action: 'Read the draft again, then save yours with its version.',
  },
  already_started: {
    meaning: 'Publishing has begun and can no longer be stopped or changed.',
    action: "Read the post's state.",
  },
  not_scheduled: {
    meaning: 'The post has no scheduled time that can be changed.',
    action: "Read the post's state; only a scheduled post that has not begun can be moved.",
  },
  not_retryable: {
    meaning: 'The post failed on no account for a temporary reason.',
    action: 'Read the post: `retryable` and `error` of each account say more.',
  },
  webhook_disabled: {
    meaning: 'The webhook is switched off, by its owner or because its address accepted nothing for three days.',
    action: 'Make sure that the address answers, and switch the webhook on: PATCH /v1/webhooks/:id with `enabled`.',
  },
  permission_not_granted: {
    meaning: "The account's owner did not grant a permission that this needs.",
    action: 'Connect the account again and grant the permission that the message names.',
  },
  not_possible_on_platform: {
    meaning: 'The platform does not offer this to accounts that are connected the way this service does.',
    action: "Do it in the platform's app.",
  },
  search_limit_reached: {
    meaning: 'The account has searched for all the different hashtags that its platform allows within some days.',
    action:
      'Search for a hashtag that it has searched for before, or wait until the first search is that many days old.',
  },
  not_published: {
    meaning: 'The post is not known to be live on the account.',
    action: "Read the post's state.",
  },
  too_many_webhooks: {
    meaning: 'The owner has the maximum number of webhooks.',
    action: 'Delete one that is no longer needed.',
  },
  last_admin: {
    meaning: 'An owner must keep at least one admin.',
    action: 'Make another member an admin first.',
  },
  upload_incomplete: {
    meaning: 'The file of this upload has not arrived.',
    action: 'PUT the file to the upload address first.',
  },
  idempotency_in_flight: {
    meaning: 'A request with the same Idempotency-Key is still being processed.',
    action: 'Repeat it in a moment.',
  },
  idempotency_mismatch: {
    meaning: 'The Idempotency-Key was used with another request.',
    action: 'Use a new key for a new request.',
  },
  // Bodies
  body_too_large: {
    meaning: 'The body is larger than this endpoint accepts.',
    action: 'Upload it in the way that the message names.',
  },
  file_too_large: { meaning: 'The file is larger than the service allows.', action: 'Send a smaller file.' },
  quota_exceeded: { meaning: "The owner's storage is full.", action: 'Delete media, or ask the operator for more.' },
  unsupported_media_type: {
    meaning: 'The endpoint does not accept this Content-Type.',
    action: 'Send one that the message names.',
  },
  range_not_satisfiable: {
    meaning: 'The range is outside the file.',
    action: 'Request bytes within the length in Content-Range.',
  },
  precondition_failed: {
    meaning: 'The file is not the version that the request asked for.',
    action: 'Fetch it without the precondition.',
  },
  url_not_allowed: {
    meaning: 'The service may not fetch from this address.',
    action: 'Use a public http or https address.',
  },
  source_failed: {
    meaning: 'The source of a URL upload did not send the file.',
    action: 'Check that the address answers; the message says what happened.',
  },
  file_mismatch: {
    meaning: 'The uploaded file does not match its announced size or type.',
    action: 'Announce the actual size and type.',
  },
  image_refused: { meaning: 'The picture cannot be decoded, or is too large to decode.', action: 'Use another file.' },
  // Ours
  rate_limit_exceeded: {
    meaning: 'The key made more requests than its rate allows.',
    action: 'Wait `retry_after` seconds.',
  },
  unavailable: {
    meaning: 'A service that this one depends on did not answer.',
    action: 'Try again shortly; send POST requests with an Idempotency-Key.',
  },
  internal_error: {
    meaning: 'An error in the service.',
    action: 'Try again; if it happens again, give the operator the request id.',
  },
}

// The partition keys of the table, by the items under them.
import { number, shape, text } from './shape.ts'

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

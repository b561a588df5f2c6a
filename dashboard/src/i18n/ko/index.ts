// Everything that the dashboard says in Korean, by area.
import type { Catalogues } from '../catalogue.ts'
import accounts from './accounts.ts'
import activity from './activity.ts'
import approvals from './approvals.ts'
import authorize from './authorize.ts'
import bluesky from './bluesky.ts'
import calendar from './calendar.ts'
import compose from './compose.ts'
import connectLinks from './connect-links.ts'
import crop from './crop.ts'
import facebook from './facebook.ts'
import forApproval from './for-approval.ts'
import hashtags from './hashtags.ts'
import help from './help.ts'
import imports from './imports.ts'
import insights from './insights.ts'
import instagram from './instagram.ts'
import invitation from './invitation.ts'
import keys from './keys.ts'
import keysHelp from './keys-help.ts'
import mastodon from './mastodon.ts'
import media from './media.ts'
import noOwner from './no-owner.ts'
import notices from './notices.ts'
import optionFields from './option-fields.ts'
import options from './options.ts'
import ownerExport from './owner-export.ts'
import ownerMenu from './owner-menu.ts'
import parts from './parts.ts'
import post from './post.ts'
import posts from './posts.ts'
import preview from './preview.ts'
import reconnect from './reconnect.ts'
import security from './security.ts'
import sessions from './sessions.ts'
import shell from './shell.ts'
import signOut from './sign-out.ts'
import signedOut from './signed-out.ts'
import slots from './slots.ts'
import start from './start.ts'
import team from './team.ts'
import teamDrafts from './team-drafts.ts'
import threads from './threads.ts'
import usage from './usage.ts'
import webhooks from './webhooks.ts'

const ko: Catalogues = {
  accounts,
  activity,
  authorize,
  bluesky,
  approvals,
  calendar,
  compose,
  connectLinks,
  crop,
  facebook,
  forApproval,
  hashtags,
  help,
  imports,
  insights,
  instagram,
  invitation,
  keys,
  keysHelp,
  mastodon,
  media,
  noOwner,
  notices,
  optionFields,
  options,
  ownerExport,
  ownerMenu,
  parts,
  post,
  posts,
  preview,
  reconnect,
  security,
  sessions,
  shell,
  signOut,
  signedOut,
  slots,
  start,
  team,
  teamDrafts,
  threads,
  usage,
  webhooks,
}
export default ko

// Everything that the dashboard says in Korean, by area.
import type { Catalogues } from '../catalogue.ts'
import accounts from './accounts.ts'
import calendar from './calendar.ts'
import compose from './compose.ts'
import help from './help.ts'
import instagram from './instagram.ts'
import invitation from './invitation.ts'
import keys from './keys.ts'
import keysHelp from './keys-help.ts'
import media from './media.ts'
import notices from './notices.ts'
import options from './options.ts'
import parts from './parts.ts'
import post from './post.ts'
import posts from './posts.ts'
import security from './security.ts'
import sessions from './sessions.ts'
import shell from './shell.ts'
import signOut from './sign-out.ts'
import signedOut from './signed-out.ts'
import slots from './slots.ts'
import team from './team.ts'
import threads from './threads.ts'
import usage from './usage.ts'
import webhooks from './webhooks.ts'

const ko: Catalogues = {
  accounts,
  calendar,
  compose,
  help,
  instagram,
  invitation,
  keys,
  keysHelp,
  media,
  notices,
  options,
  parts,
  post,
  posts,
  security,
  sessions,
  shell,
  signOut,
  signedOut,
  slots,
  team,
  threads,
  usage,
  webhooks,
}
export default ko

// Every command of the operator, in the order of the help.
import { ACCOUNT_COMMANDS } from './accounts.ts'
import { AUTHORIZATION_COMMANDS } from './authorizing.ts'
import type { Command } from './command.ts'
import { KEY_COMMANDS } from './keys.ts'
import { MEMBER_COMMANDS } from './members.ts'
import { OWNER_COMMANDS } from './owners.ts'
import { PUBLISH_COMMANDS } from './publishing.ts'

export const COMMANDS: readonly Command[] = [
  ...OWNER_COMMANDS,
  ...MEMBER_COMMANDS,
  ...KEY_COMMANDS,
  ...AUTHORIZATION_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...PUBLISH_COMMANDS,
]

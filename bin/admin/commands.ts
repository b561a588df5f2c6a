// Every command of the operator, in the order of the help.
import type { Command } from './command.ts'
import { KEY_COMMANDS } from './keys.ts'
import { OWNER_COMMANDS } from './owners.ts'

export const COMMANDS: readonly Command[] = [...OWNER_COMMANDS, ...KEY_COMMANDS]

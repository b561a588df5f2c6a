// Platforms whose accounts can be recorded although nothing is published to them.
import { CAN_BE_LISTED } from '../../core/platforms/providers.ts'

export const LISTED = CAN_BE_LISTED

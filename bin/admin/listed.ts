// Platforms of which accounts can be recorded that nothing is published to.
import { CAN_BE_LISTED } from '../../core/platforms/providers.ts'

export const LISTED = CAN_BE_LISTED

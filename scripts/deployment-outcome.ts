// Says what happened to a stack whose deployment ended with an error, in words for the person who deploys.
import { Hindrance, hasStood, isChanging, outputsOf, standingOf, type World } from './deployment.ts'

const TAKEN_BACK =
  'It was the first deployment of this stack: CloudFormation takes back what it made, and nothing is left that costs or stands in the way. Mend what it says above, then deploy again.'

/** A protection that a first deployment turns on in a second step, after it has succeeded. */
export interface LaterProtection {
  name: string
  /** The resources that it protects, as sentences name them. */
  what: string
}
export const DATA_PROTECTION: LaterProtection = {
  name: 'deletion protection for the table and the user pool',
  what: 'its table and its user pool',
}
export const STACK_PROTECTION: LaterProtection = {
  name: 'termination protection of the stack',
  what: 'the stack itself',
}

/** `a, b and c` */
export const listed = (parts: readonly string[]): string => new Intl.ListFormat('en-GB').format(parts)

/** Said where the second step failed. */
export const unprotected = (later: readonly LaterProtection[]): string =>
  `The stack stands and works, but ${listed(later.map(({ what }) => what))} ${later.includes(DATA_PROTECTION) ? 'are' : 'is'} not protected from being deleted: deploy again.`

interface Attempt {
  stackName: string
  region: string | undefined
  /** Whether it was the first deployment, which is taken back as a whole. */
  isNew: boolean
  /** The protections that the second step turns on. */
  later: readonly LaterProtection[]
}

/**
 * Says what happened to a stack after the CDK ended with an error: CloudFormation goes on by itself where credentials expired, the network
 * was gone or somebody pressed Ctrl-C.
 * @returns nothing where the CDK has said it all.
 */
export async function outcomeOf(
  world: World,
  { stackName, region, isNew, later }: Attempt,
): Promise<string | undefined> {
  try {
    // One that was there before still is.
    if (isNew && !(await outputsOf(world, stackName, region))) return TAKEN_BACK
    const standing = await standingOf(world, stackName, region)
    const { status } = standing
    if (isChanging(status) && !/ROLLBACK/.test(status)) {
      const protection =
        later.length > 0 ? `, which also protects ${listed(later.map(({ what }) => what))} from being deleted` : ''
      return `CloudFormation goes on by itself with what it has begun (${status}). Deploy again when that has ended${protection}.`
    }
    if (!hasStood(standing)) return TAKEN_BACK
    if (later.length > 0) return unprotected(later)
    if (status === 'UPDATE_ROLLBACK_FAILED')
      return `CloudFormation could not put everything back as it was (${status}). Mend what it says above, then: aws cloudformation continue-update-rollback --region ${standing.region} --stack-name ${stackName}`
    return /^UPDATE_ROLLBACK_/.test(status) ? `CloudFormation puts everything back as it was (${status}).` : undefined
  } catch (error) {
    if (!(error instanceof Hindrance)) throw error
    return `${error.message} What CloudFormation has begun, it goes on with by itself: deploy again to see what has become of it.`
  }
}

/** For `catch`: adds to a hindrance what has become of the stack. */
export const withConsequence =
  (consequenceOf: () => Promise<string | undefined>) =>
  async (error: unknown): Promise<never> => {
    const consequence = error instanceof Hindrance ? await consequenceOf() : undefined
    if (!consequence || !(error instanceof Hindrance)) throw error
    throw new Hindrance(`${error.message} ${consequence}`, { cause: error })
  }

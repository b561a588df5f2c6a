// Names that must be unique in an AWS account, whatever the region.
import { Aws, Names } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/** CloudFront takes 64 characters for the shortest of its names; the longest region and a hyphen have 15. */
const MAX_LENGTH = 64 - 15

/**
 * For what is global in an account and region, such as policies of CloudFront and dashboards: without a region in its
 * name, the same stack cannot be deployed to a second one.
 * @returns region, stack and place in the stack; other for every stack.
 */
export const globalName = (construct: IConstruct): string =>
  `${Aws.REGION}-${Names.uniqueResourceName(construct, { maxLength: MAX_LENGTH, separator: '-' })}`

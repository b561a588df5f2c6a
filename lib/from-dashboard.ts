// A header value by which the API's firewall tells requests from the dashboard's distribution from direct ones.
import { Aws, Fn } from 'aws-cdk-lib'

/** CloudFront sets it on each request, whatever the viewer sent under this name. */
export const FROM_DASHBOARD_HEADER = 'X-From-Dashboard'

/**
 * Known only to this AWS account. Somebody who learns it gets past the limit by address and the list of bad addresses, and past
 * nothing else.
 */
export const fromDashboard = (): string => Fn.join('-', ['dashboard', Fn.select(2, Fn.split('/', Aws.STACK_ID))])

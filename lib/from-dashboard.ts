// What tells the firewall of the API a request that came by the dashboard's distribution from one that came directly.
import { Aws, Fn } from 'aws-cdk-lib'

/** CloudFront sets it on each request, whatever the viewer sent under this name. */
export const FROM_DASHBOARD_HEADER = 'X-From-Dashboard'

/**
 * Known to this AWS account alone. Who finds it out gets past the limit by address and the list of bad addresses, and past
 * nothing else.
 */
export const fromDashboard = (): string => Fn.join('-', ['dashboard', Fn.select(2, Fn.split('/', Aws.STACK_ID))])

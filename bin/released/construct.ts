// The service as a construct with everything prebuilt: what `import ... from '@social-publisher/deploy'` gives.
import type { Construct } from 'constructs'
import { SocialPublisher as Service, type SocialPublisherProps } from '../../lib/social-publisher.ts'
import { checkArchitecture, DASHBOARD } from './folders.ts'

export type { SocialPublisherProps }

/**
 * The whole service: API, workers, table, media with their CDN, dashboard. One fits into a stack. Take the `context` of this package's
 * cdk.json into that of the app: the resources' names depend on it.
 */
export class SocialPublisher extends Service {
  constructor(scope: Construct, id: string, props: SocialPublisherProps = {}) {
    checkArchitecture({ architecture: props.architecture ?? 'arm64' })
    super(scope, id, { ...props, dashboardFiles: props.dashboardFiles ?? DASHBOARD })
  }
}

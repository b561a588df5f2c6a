// Records in Route 53 for the names of the API, the CDN and the dashboard, where the settings name a zone for them.
import type { DomainName } from 'aws-cdk-lib/aws-apigateway'
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront'
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53'
import { ApiGatewayDomain, CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets'
import { Construct } from 'constructs'
import type { Settings } from './settings.ts'

interface NamesProps {
  settings: Settings
  apiDomain: DomainName | undefined
  distribution: Distribution
  site: Distribution
}

export class Names extends Construct {
  constructor(scope: Construct, id: string, { settings, apiDomain, distribution, site }: NamesProps) {
    super(scope, id)
    const { hostedZoneId, hostedZoneName, cdnDomain, dashboardDomain } = settings
    if (!hostedZoneId || !hostedZoneName) return
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName: hostedZoneName })
    if (apiDomain) {
      const target = RecordTarget.fromAlias(new ApiGatewayDomain(apiDomain))
      new ARecord(this, 'Api', { zone, recordName: `${settings.apiDomain}.`, target })
    }
    if (cdnDomain) {
      const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution))
      new ARecord(this, 'Cdn', { zone, recordName: `${cdnDomain}.`, target })
      new AaaaRecord(this, 'CdnOverIpv6', { zone, recordName: `${cdnDomain}.`, target })
    }
    if (dashboardDomain) {
      const target = RecordTarget.fromAlias(new CloudFrontTarget(site))
      new ARecord(this, 'Dashboard', { zone, recordName: `${dashboardDomain}.`, target })
      new AaaaRecord(this, 'DashboardOverIpv6', { zone, recordName: `${dashboardDomain}.`, target })
    }
  }
}

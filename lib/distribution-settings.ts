// Settings that all distributions here share: all edge locations, the web ACL of the settings, and a custom domain if there
// is one.
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import { type DistributionProps, HttpVersion, PriceClass, SecurityPolicyProtocol } from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'
import type { Settings } from './settings.ts'

/** @param name the domain, and the ARN of its certificate; both, or it has CloudFront's. */
export const distributionSettings = (
  scope: Construct,
  { cdnWebAclArn }: Settings,
  name: { domain?: string; certificateArn?: string },
): Omit<DistributionProps, 'defaultBehavior'> => ({
  httpVersion: HttpVersion.HTTP2_AND_3,
  priceClass: PriceClass.PRICE_CLASS_ALL,
  webAclId: cdnWebAclArn,
  ...(name.domain && name.certificateArn
    ? {
        domainNames: [name.domain],
        certificate: Certificate.fromCertificateArn(scope, 'Certificate', name.certificateArn),
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }
    : {}),
})

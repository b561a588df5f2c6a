// The web ACL in front of the API, where the settings ask for one: a limit by address, and rules that AWS keeps.
import type { Stage } from 'aws-cdk-lib/aws-apigateway'
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'
import { KEY_HEADER } from '../core/contract.ts'
import type { Settings } from './settings.ts'

interface ManagedRules {
  name: string
  /** Rules that would refuse what callers may well send: they only count. */
  counted?: readonly string[]
}

const MANAGED: readonly ManagedRules[] = [
  { name: 'AWSManagedRulesAmazonIpReputationList' },
  { name: 'AWSManagedRulesKnownBadInputsRuleSet' },
  {
    name: 'AWSManagedRulesCommonRuleSet',
    // Bodies are files, captions and addresses of files, which look like attacks to these; callers are programs.
    counted: [
      'SizeRestrictions_BODY',
      'CrossSiteScripting_BODY',
      'GenericLFI_BODY',
      'GenericRFI_BODY',
      'EC2MetaDataSSRF_BODY',
      'NoUserAgent_HEADER',
    ],
  },
]

const visible = (metricName: string) => ({ cloudWatchMetricsEnabled: true, sampledRequestsEnabled: true, metricName })

export class Firewall extends Construct {
  constructor(scope: Construct, id: string, { settings, stage }: { settings: Settings; stage: Stage }) {
    super(scope, id)
    const acl = new CfnWebACL(this, 'WebAcl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visible('All'),
      // Samples of requests show their headers: the key is not among them.
      dataProtectionConfig: {
        dataProtections: [
          { field: { fieldType: 'SINGLE_HEADER', fieldKeys: [KEY_HEADER.toLowerCase()] }, action: 'SUBSTITUTION' },
        ],
      },
      rules: [
        {
          name: 'RateByAddress',
          priority: 0,
          action: { block: {} },
          statement: {
            rateBasedStatement: {
              limit: settings.wafRequestsPerAddress,
              evaluationWindowSec: 300,
              aggregateKeyType: 'IP',
            },
          },
          visibilityConfig: visible('RateByAddress'),
        },
        ...MANAGED.map(({ name, counted = [] }, at) => ({
          name,
          priority: at + 1,
          overrideAction: { none: {} },
          statement: {
            managedRuleGroupStatement: {
              vendorName: 'AWS',
              name,
              ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
            },
          },
          visibilityConfig: visible(name),
        })),
      ],
    })
    new CfnWebACLAssociation(this, 'OnApi', { webAclArn: acl.attrArn, resourceArn: stage.stageArn })
  }
}

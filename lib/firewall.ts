// The web ACL in front of the API, where the settings ask for one: a limit by address, and rules that AWS keeps.
import type { Stage } from 'aws-cdk-lib/aws-apigateway'
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'
import { KEY_HEADER } from '../core/contract.ts'
import { FROM_DASHBOARD_HEADER, fromDashboard } from './from-dashboard.ts'
import type { Settings } from './settings.ts'

interface ManagedRules {
  name: string
  /** Whether it judges by the address that a request comes from. */
  byAddress?: true
  /** Rules that would refuse what callers may well send: they only count. Left out where there are none. */
  counted?: readonly [string, ...string[]]
}

const MANAGED: readonly ManagedRules[] = [
  { name: 'AWSManagedRulesAmazonIpReputationList', byAddress: true },
  { name: 'AWSManagedRulesKnownBadInputsRuleSet' },
  {
    name: 'AWSManagedRulesCommonRuleSet',
    // Bodies are files, captions and addresses of files, which look like attacks to these; callers are programs. Queries of signing in
    // have codes of up to 4 kB, where the rule ends at 2 kB, and addresses such as http://127.0.0.1:33418 of assistants.
    // https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html
    counted: [
      'SizeRestrictions_QUERYSTRING',
      'GenericRFI_QUERYARGUMENTS',
      'SizeRestrictions_BODY',
      'CrossSiteScripting_BODY',
      'GenericLFI_BODY',
      'GenericRFI_BODY',
      'EC2MetaDataSSRF_BODY',
      'NoUserAgent_HEADER',
    ],
  },
]

/**
 * Requests that people make at the dashboard come from CloudFront's addresses, which many share: none is judged by its address
 * here. The web ACL of `cdnWebAclArn` sees their own.
 */
const directly = () => ({
  notStatement: {
    statement: {
      byteMatchStatement: {
        fieldToMatch: { singleHeader: { Name: FROM_DASHBOARD_HEADER.toLowerCase() } },
        positionalConstraint: 'EXACTLY',
        searchString: fromDashboard(),
        textTransformations: [{ priority: 0, type: 'NONE' }],
      },
    },
  },
})

/** @param metricName not one of the names that AWS WAF keeps for itself, such as `All`: it would refuse the web ACL. */
const visible = (metricName: string) => ({ cloudWatchMetricsEnabled: true, sampledRequestsEnabled: true, metricName })

export class Firewall extends Construct {
  constructor(scope: Construct, id: string, { settings, stage }: { settings: Settings; stage: Stage }) {
    super(scope, id)
    const acl = new CfnWebACL(this, 'WebAcl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visible('WebAcl'),
      // Samples of requests show their headers: neither the key nor the dashboard's secret is among them.
      dataProtectionConfig: {
        dataProtections: [
          {
            field: {
              fieldType: 'SINGLE_HEADER',
              fieldKeys: [KEY_HEADER, FROM_DASHBOARD_HEADER].map((name) => name.toLowerCase()),
            },
            action: 'SUBSTITUTION',
          },
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
              scopeDownStatement: directly(),
            },
          },
          visibilityConfig: visible('RateByAddress'),
        },
        ...MANAGED.map(({ name, byAddress, counted }, at) => ({
          name,
          priority: at + 1,
          overrideAction: { none: {} },
          statement: {
            managedRuleGroupStatement: {
              vendorName: 'AWS',
              name,
              ...(byAddress ? { scopeDownStatement: directly() } : {}),
              // AWS WAF takes no empty list (aws-facts, section 15): then it is undefined.
              ruleActionOverrides: counted?.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
            },
          },
          visibilityConfig: visible(name),
        })),
      ],
    })
    new CfnWebACLAssociation(this, 'OnApi', { webAclArn: acl.attrArn, resourceArn: stage.stageArn })
  }
}

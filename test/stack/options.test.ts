// The stack with everything on that settings can turn on: it is deployed less often, so it is looked at here.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Settings } from '../../lib/settings.ts'
import { at, type Part, type Synthesized, synthesize } from './synthesize.ts'

const ARN = 'arn:aws:acm:us-east-1:111122223333:certificate/5f3b2c1d-0000-4000-8000-000000000000'

const EVERYTHING: Partial<Settings> = {
  stage: 'live',
  apiDomain: 'api.example.com',
  apiCertificateArn: ARN,
  cdnDomain: 'media.example.com',
  cdnCertificateArn: ARN,
  dashboardDomain: 'posts.example.com',
  dashboardCertificateArn: ARN,
  hostedZoneId: 'Z0123456789ABC',
  hostedZoneName: 'example.com',
  alarmEmail: 'oncall@example.com',
  mailFrom: 'notices@mail.example.com',
  signInMailIdentity: 'example.com',
  waf: true,
  cdnWebAclArn: 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/cdn/5f3b2c1d-0000-4000-8000-000000000000',
  apiRequestsPerSecond: 60,
  tracing: true,
  instagramAppId: '1234567890',
  instagramAppSecretArn: 'arn:aws:ssm:eu-central-1:111122223333:parameter/social/instagram-secret',
}

let stack: Synthesized
beforeAll(async () => {
  // A finding that is not acknowledged stops the synthesis, and with it all of these.
  stack = await synthesize(EVERYTHING, { nag: true })
})

const only = (type: string): Part => {
  const found = stack.of(type)
  expect(found).toHaveLength(1)
  return found[0]![1]
}
const output = (name: string): unknown => stack.outputs[name]?.Value

describe('with everything on', () => {
  it('leaves room for what is to come: CloudFormation takes 500 resources', () => {
    expect(Object.keys(stack.resources).length).toBeLessThanOrEqual(320)
  })

  it('the dashboard runs files of its build alone, not what the API answers under the same name', () => {
    const policies = stack
      .of('AWS::CloudFront::ResponseHeadersPolicy')
      .map(([, policy]) =>
        at(policy, 'ResponseHeadersPolicyConfig.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy'),
      )
    const files = 'https://posts.example.com/assets/'
    expect(JSON.stringify(policies)).toContain(`script-src ${files}; style-src ${files}; connect-src 'self'`)
  })

  it('API, CDN and dashboard have names of their own, over TLS 1.2 or later, at the same paths', () => {
    expect(only('AWS::ApiGateway::DomainName')).toMatchObject({
      DomainName: 'api.example.com',
      RegionalCertificateArn: ARN,
      SecurityPolicy: 'TLS_1_2',
      EndpointConfiguration: { Types: ['REGIONAL'] },
    })
    expect(only('AWS::ApiGateway::BasePathMapping')).toMatchObject({
      BasePath: 'api',
      Stage: { Ref: expect.stringContaining('DeploymentStage') },
    })
    const cdn = stack.of('AWS::CloudFront::Distribution').find(([id]) => id.startsWith('MediaCdn'))![1]
    expect(at(cdn, 'DistributionConfig')).toMatchObject({
      Aliases: ['media.example.com'],
      ViewerCertificate: {
        AcmCertificateArn: ARN,
        MinimumProtocolVersion: 'TLSv1.2_2021',
        SslSupportMethod: 'sni-only',
      },
      WebACLId: EVERYTHING.cdnWebAclArn,
    })
    expect(output('BaseUrl')).toBe('https://api.example.com')
    expect(output('CdnUrl')).toBe('https://media.example.com')
    const names = stack.of('AWS::Route53::RecordSet').map(([, { Name, Type }]) => `${Type} ${Name}`)
    expect(names.sort()).toEqual([
      'A api.example.com.',
      'A media.example.com.',
      'A posts.example.com.',
      'AAAA media.example.com.',
      'AAAA posts.example.com.',
    ])
  })

  it('functions give out addresses under the name of the CDN', () => {
    const list = stack.of('AWS::Lambda::Function').find(([id]) => id.startsWith('ApiMediaList'))![1]
    expect(at(list, 'Environment.Variables.CDN_URL')).toBe('https://media.example.com')
  })

  it('the firewall limits addresses, and never shows a key', () => {
    const acl = only('AWS::WAFv2::WebACL')
    const rules = at<Part[]>(acl, 'Rules')
    expect(rules.map(({ Name, Priority }) => `${Priority} ${Name}`)).toEqual([
      '0 RateByAddress',
      '1 AWSManagedRulesAmazonIpReputationList',
      '2 AWSManagedRulesKnownBadInputsRuleSet',
      '3 AWSManagedRulesCommonRuleSet',
    ])
    expect(at(rules[0], 'Statement.RateBasedStatement')).toMatchObject({ Limit: 3000, AggregateKeyType: 'IP' })
    expect(at(acl, 'DataProtectionConfig.DataProtections.0.Field.FieldKeys')).toEqual([
      'x-secret-token',
      'x-from-dashboard',
    ])
    expect(JSON.stringify(only('AWS::WAFv2::WebACLAssociation').ResourceArn)).toContain('/restapis/')
  })

  it('the firewall names its metrics as AWS WAF lets it, which keeps some names for itself', () => {
    const acl = only('AWS::WAFv2::WebACL')
    const names = [acl, ...at<Part[]>(acl, 'Rules')].map((part) => at<string>(part, 'VisibilityConfig.MetricName'))
    expect(new Set(names).size).toBe(names.length)
    // https://docs.aws.amazon.com/waf/latest/APIReference/API_VisibilityConfig.html
    for (const name of names) expect(name).toMatch(/^(?!(?:All|Default_Action)$)[A-Za-z0-9_-]{1,128}$/)
  })

  it('the firewall names rules to count where there are some: AWS WAF takes no empty list of them', () => {
    const groups = at<Part[]>(only('AWS::WAFv2::WebACL'), 'Rules').flatMap((rule) => {
      const group = at<Part | undefined>(rule, 'Statement.ManagedRuleGroupStatement')
      return group ? [group] : []
    })
    expect(groups).toHaveLength(3)
    for (const group of groups) expect(group.RuleActionOverrides ?? 'none').not.toEqual([])
  })

  it('the firewall lets through what signing in has in its addresses: long codes, and where a program on one machine listens', () => {
    const rules = at<Part[]>(only('AWS::WAFv2::WebACL'), 'Rules')
    const common = rules.find(({ Name }) => Name === 'AWSManagedRulesCommonRuleSet')!
    const counted = at<Part[]>(common, 'Statement.ManagedRuleGroupStatement.RuleActionOverrides').map(
      ({ Name, ActionToUse }) => `${Name} ${Object.keys(ActionToUse as Part).join()}`,
    )
    expect(counted).toContain('SizeRestrictions_QUERYSTRING Count')
    expect(counted).toContain('GenericRFI_QUERYARGUMENTS Count')
  })

  it('the firewall does not count people at the dashboard by CloudFront’s address', () => {
    const site = stack.of('AWS::CloudFront::Distribution').find(([id]) => id.startsWith('SiteCdn'))![1]
    const toApi = at<Part[]>(site, 'DistributionConfig.Origins').find((origin) => origin.CustomOriginConfig)!
    const [header, ...others] = at<Part[]>(toApi, 'OriginCustomHeaders')
    expect(others).toEqual([])
    expect(header!.HeaderName).toBe('X-From-Dashboard')
    // Nobody outside the account knows the stack's id.
    expect(JSON.stringify(header!.HeaderValue)).toContain('AWS::StackId')
    const directly = {
      NotStatement: {
        Statement: {
          ByteMatchStatement: {
            FieldToMatch: { SingleHeader: { Name: 'x-from-dashboard' } },
            PositionalConstraint: 'EXACTLY',
            SearchString: header!.HeaderValue,
            TextTransformations: [{ Priority: 0, Type: 'NONE' }],
          },
        },
      },
    }
    const [rate, list, ...rest] = at<Part[]>(only('AWS::WAFv2::WebACL'), 'Rules')
    expect(at(rate, 'Statement.RateBasedStatement.ScopeDownStatement')).toEqual(directly)
    expect(at(list, 'Statement.ManagedRuleGroupStatement.ScopeDownStatement')).toEqual(directly)
    // A request's content is judged wherever it comes from.
    for (const rule of rest) expect(at(rule, 'Statement.ManagedRuleGroupStatement.ScopeDownStatement')).toBeUndefined()
    // Their own addresses are seen here.
    for (const [, distribution] of stack.of('AWS::CloudFront::Distribution'))
      expect(at(distribution, 'DistributionConfig.WebACLId')).toBe(EVERYTHING.cdnWebAclArn)
  })

  it('the user pool sends its mail by SES, from the address of notices', () => {
    expect(only('AWS::Cognito::UserPool').EmailConfiguration).toEqual({
      EmailSendingAccount: 'DEVELOPER',
      From: 'notices@mail.example.com',
      SourceArn: {
        'Fn::Join': [
          '',
          [
            'arn:',
            { Ref: 'AWS::Partition' },
            ':ses:',
            { Ref: 'AWS::Region' },
            ':',
            { Ref: 'AWS::AccountId' },
            ':identity/example.com',
          ],
        ],
      },
    })
  })

  it('traces are written by every function and the gateway, and nothing else is granted on all resources', () => {
    expect(only('AWS::ApiGateway::Stage').TracingEnabled).toBe(true)
    // CDK's own functions, one that unpacks the dashboard's files and one that removes them, are those that are not ours.
    const ours = stack.of('AWS::Lambda::Function').filter(([id]) => !id.startsWith('Custom'))
    expect(ours.length).toBe(stack.of('AWS::Lambda::Function').length - 2)
    for (const [, fn] of ours) expect(at(fn, 'TracingConfig.Mode')).toBe('Active')
    for (const [, policy] of stack.of('AWS::IAM::Policy')) {
      for (const { Action, Resource } of at<Part[]>(policy, 'PolicyDocument.Statement')) {
        if (Resource === '*') expect(Action).toEqual(['xray:PutTelemetryRecords', 'xray:PutTraceSegments'])
      }
    }
  })

  it('the API as a whole is held to its rate', () => {
    const settings = at<Part[]>(only('AWS::ApiGateway::Stage'), 'MethodSettings')
    expect(settings).toContainEqual(
      expect.objectContaining({
        ResourcePath: '/*',
        HttpMethod: '*',
        ThrottlingRateLimit: 60,
        ThrottlingBurstLimit: 60,
      }),
    )
    // A method without a key has a limit of its own, which must not lift that one.
    const limits = settings.map(({ ThrottlingRateLimit }) => ThrottlingRateLimit as number)
    expect(Math.max(...limits)).toBe(60)
    // `routes.test.ts` says that every endpoint has 50 or more.
    expect(Math.min(...limits)).toBe(50)
  })

  it('alarms reach the named receiver, over TLS, and only alarms of this account may publish', () => {
    expect(only('AWS::SNS::Subscription')).toMatchObject({ Protocol: 'email', Endpoint: 'oncall@example.com' })
    const statements = at<Part[]>(only('AWS::SNS::TopicPolicy'), 'PolicyDocument.Statement')
    expect(statements).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    )
    expect(statements.filter(({ Effect }) => Effect === 'Allow')).toEqual([
      expect.objectContaining({
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      }),
    ])
    for (const [, alarm] of stack.of('AWS::CloudWatch::Alarm')) {
      expect(alarm.AlarmActions).toHaveLength(1)
      expect(alarm.OKActions).toHaveLength(1)
    }
  })

  it('secrets of apps are named, and read by the functions alone that connect accounts', () => {
    expect(output('InstagramAppSecretArn')).toBe(EVERYTHING.instagramAppSecretArn)
    expect(JSON.stringify(stack.resources)).not.toContain('{{resolve:')
    const naming = Object.entries(stack.resources).filter(([, part]) =>
      JSON.stringify(part).includes('instagram-secret'),
    )
    expect(naming.map(([id]) => id.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual([
      'ApiConnect',
      'ApiConnectLinks',
      'ApiConnectLinksRoleDefaultPolicy',
      'ApiConnectRoleDefaultPolicy',
    ])
  })
})

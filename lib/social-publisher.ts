// The whole service as a construct: composition only.
import { Aws, type CfnElement, CfnOutput, Lazy, Stack, Tags } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import type { z } from 'zod'
import { factsOf, PLATFORM_IDS } from '../core/platforms/facts.ts'
import {
  outputOf,
  PLATFORM_SETTINGS,
  serviceOutput,
  serviceSetting,
  settingOf,
} from '../core/platforms/setting-names.ts'
import { acknowledge } from './acknowledge.ts'
import { Alarms } from './alarms.ts'
import { Api } from './api.ts'
import { cdnUrlOf, OBJECTS } from './bindings/parts.ts'
import { Overview } from './dashboard.ts'
import { refuseLongEnvironments } from './environment-room.ts'
import { ExecutionLogs } from './execution-logs.ts'
import { Media } from './media.ts'
import { Names } from './names.ts'
import { People } from './people.ts'
import { Publishing } from './publishing.ts'
import { Schedules } from './schedules.ts'
import { Settings } from './settings.ts'
import { checkTogether } from './settings-together.ts'
import { Site } from './site.ts'
import { Data } from './table.ts'

/** Settings that differ from what they are by default; `dashboardFiles` is a build of the dashboard. */
export type SocialPublisherProps = Omit<z.input<typeof Settings>, 'stackName'>

/**
 * The service. One fits into a stack: the operator's command finds it by the stack's outputs, whose names are fixed, and the stack's name
 * is that of its metrics. Functions are taken from `dist/<architecture>`, where `npm run build` puts them.
 */
export class SocialPublisher extends Construct {
  /** The address of the API, without `/api`. */
  readonly baseUrl: string
  readonly dashboardUrl: string

  constructor(scope: Construct, id: string, props: SocialPublisherProps) {
    super(scope, id)
    const stack = Stack.of(this)
    const settings = Settings.parse({ ...props, stackName: stack.stackName })
    checkTogether(settings)
    Tags.of(this).add('service', 'social-publisher')

    const { table, tokenKey } = new Data(this, 'Data', { settings })
    const { bucket, distribution, variant, inertHeaders } = new Media(this, 'Media', { settings, resources: { table } })
    // Made before the API, whose functions have to know the dashboard's address.
    const apiHost = Lazy.string({ produce: () => `${api.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}` })
    const site = new Site(this, 'Site', {
      settings,
      apiHost,
      apiHeaders: inertHeaders,
      mediaUrls: [cdnUrlOf({ settings, distribution })],
      pictureUrls: settings.brandLogoUrl ? [new URL(settings.brandLogoUrl).origin] : [],
      uploadUrls: [`https://${bucket.bucketRegionalDomainName}`],
    })
    const people = new People(this, 'People', { settings, dashboardUrl: site.url }).resources
    const publishing = new Publishing(this, 'Publishing')
    const { publishQueue, inspectQueue, deliverQueue, scheduleGroup, scheduleRole } = publishing
    const resources = {
      settings,
      table,
      tokenKey,
      bucket,
      distribution,
      publishQueue,
      inspectQueue,
      deliverQueue,
      scheduleGroup,
      scheduleRole,
    }
    publishing.addWorkers(settings, resources)
    const quotaFunction = publishing.addQuotaFunction(settings, resources)
    const all = { ...resources, quotaFunction, people, dashboardUrl: site.url }
    const schedules = new Schedules(this, 'Schedules', { settings, resources: all })
    const { api, authorizer, domain, defaultPlan, sharedKey } = new Api(this, 'Api', { settings, resources: all })
    refuseLongEnvironments(this, settings)
    site.showPagesAfter(api.deploymentStage)
    new ExecutionLogs(this, 'ExecutionLogs', { settings, stage: api.deploymentStage })
    new Names(this, 'Names', { settings, apiDomain: domain, distribution, site: site.distribution })
    const watched = {
      stage: api.deploymentStage,
      table,
      publishDeadLetters: publishing.publishDeadLetters,
      inspectDeadLetters: publishing.inspectDeadLetters,
      deliverDeadLetters: publishing.deliverDeadLetters,
      keeper: schedules.keeper,
      background: [...publishing.workers, ...schedules.functions, variant, authorizer],
      queues: {
        publish: publishQueue,
        inspect: inspectQueue,
        deliver: deliverQueue,
        'publish, dead letters': publishing.publishDeadLetters,
        'inspect, dead letters': publishing.inspectDeadLetters,
        'deliver, dead letters': publishing.deliverDeadLetters,
      },
    }
    const { alarms } = new Alarms(this, 'Alarms', { settings, watched })
    const overview = new Overview(this, 'Overview', { settings, watched, alarms })

    const bucketId = stack.getLogicalId(bucket.node.defaultChild as CfnElement)
    acknowledge(stack, {
      ...Object.fromEntries(
        Object.values(OBJECTS).map((keys) => [
          `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${keys}]`,
          'Objects are named by ids that are made at run time; each pattern is of one purpose.',
        ]),
      ),
      [`AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/${scheduleGroup.scheduleGroupName}/*]`]:
        'One-time schedules are named by their post; the group holds nothing else.',
      ...(settings.mailFrom
        ? Object.fromEntries(
            ['identity', 'configuration-set'].map((kind) => [
              `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:${kind}/*]`,
              'The address that mail is sent from is what limits the grant; whose identity it is, the operator decides in SES.',
            ]),
          )
        : {}),
      ...(settings.tracing
        ? {
            'AwsSolutions-IAM5[Resource::*]': 'Writing traces: X-Ray knows no resources, and no other grant names all.',
          }
        : {}),
    })

    // Read by the operator's command.
    this.baseUrl = `https://${settings.apiDomain ?? `${api.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`}`
    this.dashboardUrl = site.url
    this.#outputs({
      BaseUrl: this.baseUrl,
      CdnUrl: cdnUrlOf(resources),
      DashboardUrl: site.url,
      SiteDistributionId: site.distribution.distributionId,
      SignInIssuer: people.issuer,
      UserPoolId: people.pool?.userPoolId,
      Dashboard: overview.url,
      RestApiId: api.restApiId,
      UsagePlanId: defaultPlan.usagePlanId,
      SharedUsageKeyId: sharedKey.keyId,
      TableName: table.tableName,
      MediaBucket: bucket.bucketName,
      DistributionId: distribution.distributionId,
      PublishQueueUrl: publishQueue.queueUrl,
      PublishDeadLettersUrl: publishing.publishDeadLetters.queueUrl,
      InspectQueueUrl: inspectQueue.queueUrl,
      InspectDeadLettersUrl: publishing.inspectDeadLetters.queueUrl,
      DeliverQueueUrl: deliverQueue.queueUrl,
      DeliverDeadLettersUrl: publishing.deliverDeadLetters.queueUrl,
      ScheduleGroup: scheduleGroup.scheduleGroupName,
      TokenKeyId: tokenKey.keyId,
      ConnectPermissions: settings.connectPermissions,
      DataRetained: String(settings.retainData),
      ...Object.fromEntries(
        PLATFORM_SETTINGS.flatMap((part) =>
          PLATFORM_IDS.map((id) => [outputOf(id, part), settings[settingOf(id, part)]]),
        ),
      ),
      ...Object.fromEntries(
        PLATFORM_IDS.flatMap((id) =>
          Object.keys(factsOf(id).api.services ?? {}).map((service) => [
            serviceOutput(id, service),
            (settings as unknown as Record<string, string>)[serviceSetting(id, service)],
          ]),
        ),
      ),
      // The targets for custom domains that are not kept in Route 53.
      ApiDomainTarget: domain?.domainNameAliasDomainName,
      CdnDomainTarget: settings.cdnDomain && distribution.distributionDomainName,
      DashboardDomainTarget: settings.dashboardDomain && site.distribution.distributionDomainName,
    })
  }

  #outputs(values: Record<string, string | undefined>): void {
    for (const [name, value] of Object.entries(values))
      if (value) new CfnOutput(this, name, { value }).overrideLogicalId(name)
  }
}

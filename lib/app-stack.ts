// The whole service: composition only.
import { Aws, type CfnElement, CfnOutput, Stack, Tags } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'
import { Api } from './api.ts'
import { Media } from './media.ts'
import { Publishing } from './publishing.ts'
import { Schedules } from './schedules.ts'
import type { Settings } from './settings.ts'
import { Data } from './table.ts'

export class AppStack extends Stack {
  constructor(scope: Construct, settings: Settings) {
    super(scope, settings.stackName, {
      description: 'Self-hosted social publishing: one HTTP request publishes to many Instagram and Threads accounts',
    })
    Tags.of(this).add('service', 'social-publisher')
    Tags.of(this).add('stack', settings.stackName)

    const { table, tokenKey } = new Data(this, 'Data', { settings })
    const { bucket, distribution } = new Media(this, 'Media', { settings, resources: { table } })
    const publishing = new Publishing(this, 'Publishing')
    const { publishQueue, inspectQueue, scheduleGroup, scheduleRole } = publishing
    const resources = {
      settings,
      table,
      tokenKey,
      bucket,
      distribution,
      publishQueue,
      inspectQueue,
      scheduleGroup,
      scheduleRole,
    }
    publishing.addWorkers(settings, resources)
    new Schedules(this, 'Schedules', { settings, resources })
    const { api, defaultPlan, sharedKey } = new Api(this, 'Api', { settings, resources })

    const bucketId = this.getLogicalId(bucket.node.defaultChild as CfnElement)
    acknowledge(this, {
      [`AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/*]`]:
        'Objects are named as they come; each role has only the actions of its row.',
      [`AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/${scheduleGroup.scheduleGroupName}/*]`]:
        'One-time schedules are named by their post; the group holds nothing else.',
    })

    // Read by the operator's command.
    this.#outputs({
      BaseUrl: `https://${api.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`,
      CdnUrl: `https://${distribution.distributionDomainName}`,
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
      ScheduleGroup: scheduleGroup.scheduleGroupName,
      TokenKeyId: tokenKey.keyId,
      InstagramGraphUrl: settings.instagramGraphUrl,
      ThreadsGraphUrl: settings.threadsGraphUrl,
      InstagramApiVersion: settings.instagramApiVersion,
      ThreadsApiVersion: settings.threadsApiVersion,
    })
  }

  #outputs(values: Record<string, string>): void {
    for (const [name, value] of Object.entries(values)) new CfnOutput(this, name, { value })
  }
}

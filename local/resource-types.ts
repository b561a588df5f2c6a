// Which resource types the local run runs, and which it may pass over because nothing that runs here depends on them.

/** Run by a service of the local run. */
const RUN = new Set([
  'AWS::ApiGateway::ApiKey',
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGateway::Stage',
  'AWS::ApiGateway::UsagePlan',
  'AWS::ApiGateway::UsagePlanKey',
  'AWS::CloudFront::CachePolicy',
  'AWS::CloudFront::Distribution',
  'AWS::CloudFront::Function',
  'AWS::CloudFront::OriginRequestPolicy',
  'AWS::CloudFront::ResponseHeadersPolicy',
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolClient',
  'AWS::Cognito::UserPoolDomain',
  'AWS::DynamoDB::GlobalTable',
  'AWS::DynamoDB::Table',
  'AWS::Events::Rule',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::KMS::Alias',
  'AWS::KMS::Key',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::Lambda::Url',
  'AWS::S3::Bucket',
  'AWS::S3::BucketPolicy',
  'AWS::SQS::Queue',
  'AWS::Scheduler::Schedule',
  'AWS::Scheduler::ScheduleGroup',
  'Custom::CDKBucketDeployment',
])

/** Passed over: logs, alarms, names and certificates mean nothing on one machine. */
const PASSED_OVER = new Set([
  'AWS::ApiGateway::Account',
  'AWS::ApiGateway::BasePathMapping',
  'AWS::ApiGateway::Deployment',
  'AWS::ApiGateway::DomainName',
  'AWS::Budgets::Budget',
  'AWS::CDK::Metadata',
  'AWS::CertificateManager::Certificate',
  'AWS::CloudFront::MonitoringSubscription',
  'AWS::CloudFront::OriginAccessControl',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::CompositeAlarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::Cognito::ManagedLoginBranding',
  'AWS::IAM::ManagedPolicy',
  // The function that unpacks a build: `services/site-files.ts` does its work.
  'AWS::Lambda::LayerVersion',
  'AWS::Lambda::Permission',
  'AWS::Lambda::Version',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::Logs::QueryDefinition',
  'AWS::Logs::ResourcePolicy',
  'AWS::Route53::RecordSet',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::WAFv2::WebACL',
  'AWS::WAFv2::WebACLAssociation',
  'Custom::LogRetention',
  'Custom::S3AutoDeleteObjects',
])

/** Whether a service of the local run reads the properties of this type. */
export const isRun = (type: string): boolean => RUN.has(type)

/** @throws {Error} naming every resource whose type the local run does not know. */
export function checkTypes(resources: readonly { id: string; type: string }[]): void {
  const unknown = resources.filter(({ type }) => !RUN.has(type) && !PASSED_OVER.has(type))
  if (unknown.length === 0) return
  const named = unknown.map(({ id, type }) => `${id} (${type})`).join(', ')
  throw new Error(
    `The template has resources that the local run does not know: ${named}. ` +
      'Teach local/resource-types.ts and a service of the local run about them.',
  )
}

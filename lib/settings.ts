// Every setting of the stack, and what each may be.
import { z } from 'zod'
import { factsOf, PLATFORM_IDS } from '../core/platforms/facts.ts'
import {
  DEFAULT_GROUPS,
  groupsIn,
  hasOperatorsApp,
  type PlatformFacts,
  SCOPE_GROUPS,
} from '../core/platforms/platform-facts.ts'
import { type PlatformSetting, serviceSetting, settingOf } from '../core/platforms/setting-names.ts'
import { DEFAULT_POLL_MS } from '../core/posts/rules/pace.ts'
import {
  address,
  apiVersion,
  appId,
  cdnCertificate,
  certificate,
  domain,
  oneOf,
  origin,
  secretArn,
  whole,
  word,
  yesOrNo,
} from './setting-values.ts'

const RETENTION_DAYS = [1, 3, 5, 7, 14, 30, 60, 90, 120, 180, 365, 400, 545, 731, 1096, 1827] as const

/** One setting for each platform that has it, made of its facts. */
const eachPlatform = <P extends Parameters<typeof settingOf>[1], T>(
  part: P,
  make: (facts: PlatformFacts) => T | undefined,
) =>
  Object.fromEntries(
    PLATFORM_IDS.flatMap((id) => {
      const made = make(factsOf(id))
      return made === undefined ? [] : [[settingOf(id, part), made]]
    }),
  ) as Record<PlatformSetting<P>, T>

/** Origins that are the same for all hosts of a platform. Only the facts know their names. */
const services = (): object =>
  Object.fromEntries(
    PLATFORM_IDS.flatMap((id) =>
      Object.entries(factsOf(id).api.services ?? {}).map(([service, home]) => [
        serviceSetting(id, service),
        origin.default(home),
      ]),
    ),
  )

/** The concurrency of new AWS accounts. */
export const MIN_ACCOUNT_CONCURRENCY = 10

/** Each is given as `-c name=value`, in the context of `cdk.json`, or as the environment variable of the same name in capitals. */
export const Settings = z.strictObject({
  /** Stages of one account: each is a stack of its own, `SocialPublisher-<stage>` unless `stackName` says otherwise. */
  stage: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,19}$/, 'must be lower-case letters, digits and hyphens, at most 20, a letter first')
    .optional(),
  /** Name of the CloudFormation stack, and of the namespace of its metrics. */
  stackName: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be letters, digits and hyphens, at most 64, a letter first')
    .default('SocialPublisher'),
  /** Processor of the functions; `host` is this machine's, with its own native parts: for the local run only. */
  architecture: word(['arm64', 'x86_64', 'host'], ['arm64', 'x86_64']).default('arm64'),
  /** Keeps table, bucket, key and user pool when the stack is destroyed. */
  retainData: yesOrNo.default(true),
  /** Nobody can delete the table and the user pool while this is on. Off in a first deployment only: it would block its roll-back. */
  deletionProtection: yesOrNo.default(true),
  /** For so many days the media bucket keeps what was deleted from it or overwritten: S3's versioning. 0 is none. */
  deletedFilesDays: whole(0, 365).default(0),
  /** For so many minutes after a deployment alarms take it back (`scripts/deploy.ts`). 0 is never. */
  rollbackMinutes: whole(0, 180).default(0),
  logRetentionDays: oneOf(RETENTION_DAYS).default(30),
  logLevel: word(['DEBUG', 'INFO', 'WARN', 'ERROR']).default('INFO'),
  /** Functions that the AWS account can run at the same time in this region, those of others that are reserved left out. */
  accountConcurrency: whole(MIN_ACCOUNT_CONCURRENCY, 1_000_000).default(1000),
  /** Publications that are worked on at the same time. */
  publishConcurrency: whole(2, 1000).default(50),
  /** Uploads that are inspected at the same time. */
  inspectConcurrency: whole(2, 1000).default(10),
  /** Webhook messages that are sent at the same time. */
  deliverConcurrency: whole(2, 1000).default(20),
  // These are reserved where the account can afford it (`lib/concurrency.ts`).
  /** Variants that are made at the same time. */
  variantConcurrency: whole(1, 10_000).default(100),
  /** Downloads that the API streams at the same time. */
  downloadConcurrency: whole(1, 10_000).default(100),
  /** Uploads that the API takes, or fetches by their address, at the same time. */
  uploadConcurrency: whole(1, 10_000).default(50),
  /** First delay between two looks at a container that a platform is still processing. */
  publishPollMs: whole(100, 300_000).default(DEFAULT_POLL_MS),
  ...eachPlatform('GraphUrl', ({ api: { graph } }) => (graph === undefined ? undefined : origin.default(graph))),
  ...eachPlatform('ApiVersion', ({ api: { version } }) =>
    version === undefined ? undefined : apiVersion.default(version),
  ),
  ...services(),
  /** The platforms' apps, whose secrets the operator keeps in SSM or Secrets Manager: only their ARNs are set here. */
  ...eachPlatform('AppId', (facts) => (hasOperatorsApp(facts) ? appId.optional() : undefined)),
  ...eachPlatform('AppSecretArn', (facts) => (hasOperatorsApp(facts) ? secretArn.optional() : undefined)),
  /** Permissions beyond publishing that accounts' owners are asked for. */
  connectPermissions: z
    .string()
    .refine((list) => groupsIn(list) !== undefined, `must be publish, or a list of ${SCOPE_GROUPS.join(', ')}`)
    .default(DEFAULT_GROUPS),
  /** The operator's name on the pages of links that clients see, in place of the product's. */
  brandName: z
    .string()
    .regex(/^[^\p{Cc}]{1,60}$/u, 'must be 1 to 60 characters')
    .optional(),
  /** The address of the operator's logo on the pages of links. */
  brandLogoUrl: address.optional(),
  /** The colour of the buttons on the pages of links. */
  brandColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #1f6feb')
    .optional(),
  /** The API under a name of its own; the certificate is one of the stack's region. */
  apiDomain: domain.optional(),
  apiCertificateArn: certificate.optional(),
  /** The CDN under a name of its own. */
  cdnDomain: domain.optional(),
  cdnCertificateArn: cdnCertificate.optional(),
  /** The dashboard under a name of its own. */
  dashboardDomain: domain.optional(),
  dashboardCertificateArn: cdnCertificate.optional(),
  /** Folder with the build of the dashboard; by default the one that is made of `dashboard`. */
  dashboardFiles: z.string().min(1, 'must be the path of a folder').optional(),
  /** The OpenID Connect provider that people sign in with, and our client there. By default the stack makes a user pool. */
  signInIssuer: address.optional(),
  signInClientId: z
    .string()
    .regex(/^[\x21-\x7e]{1,256}$/, 'must be the id of the client at the provider')
    .optional(),
  signInClientSecretArn: secretArn.optional(),
  /** The page on which a browser is signed out at the provider; without it people stay signed in there. */
  signOutUrl: address.optional(),
  /** People who can create a user in the stack's own pool: only invited people, or anyone. */
  signUp: word(['invited', 'open']).default('invited'),
  /** The zone in Route 53 that the names get their records in. Without it the outputs name what to point them at. */
  hostedZoneId: z
    .string()
    .regex(/^Z[A-Z0-9]{4,31}$/, 'must look like Z0123456789ABCDEFGHIJ')
    .optional(),
  hostedZoneName: domain.optional(),
  /** Receivers of alarms. With neither set, alarms are only shown on the dashboard. */
  alarmEmail: z.email('must be an e-mail address').optional(),
  alarmTopicArn: z
    .string()
    .regex(/^arn:aws:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/, 'must be the ARN of an SNS topic')
    .optional(),
  /** Sender of notices by mail, verified in SES. Without it no mail is sent. */
  mailFrom: z.email('must be an e-mail address that is verified in SES').optional(),
  /**
   * The identity in SES, an address or a domain, by which the stack's own user pool sends its mail, from `mailFrom`. Without it
   * Cognito sends it, 50 mails a day for all pools of the AWS account.
   */
  signInMailIdentity: z
    .union([z.email(), domain], { error: 'must be the address or the domain that is verified in SES' })
    .optional(),
  /** Share of publications that may fail before an alarm, percent. */
  alarmFailurePercent: whole(1, 100).default(10),
  /** How late a publication may be before an alarm, minutes. */
  alarmOverdueMinutes: whole(2, 1440).default(10),
  /** Token refreshes that may fail within six hours before an alarm. */
  alarmRefreshFailures: whole(1, 100_000).default(1),
  /** A web ACL in front of the API: managed rules, and a limit by address for direct callers. It has a monthly cost. */
  waf: yesOrNo.default(false),
  /** Requests that the web ACL lets one address make in five minutes; those of people at the dashboard are not counted. */
  wafRequestsPerAddress: whole(10, 2_000_000_000).default(3000),
  /** A web ACL in front of the CDN and the dashboard, created in us-east-1 by the operator: the one that limits people. */
  cdnWebAclArn: z
    .string()
    .regex(/^arn:aws:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]+\/[\w-]+$/, 'must be the ARN of a global web ACL')
    .optional(),
  /** Requests a second that the whole API takes; by default what the AWS account may. */
  apiRequestsPerSecond: whole(1, 100_000).optional(),
  /** Buckets of requests that owners without a plan of their own at the gateway are spread over. */
  sharedPlans: whole(1, 30).default(8),
  /** X-Ray traces, which show where requests and messages spend their time. */
  tracing: yesOrNo.default(false),
})
export type Settings = z.infer<typeof Settings>

/** An invalid setting. */
export class SettingError extends Error {}

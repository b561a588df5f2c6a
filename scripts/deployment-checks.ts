// Checks before a deployment begins: for errors that CloudFormation would report minutes later, and for changes that nobody wants.
import { PLATFORM_IDS } from '../core/platforms/facts.ts'
import { outputOf, settingOf } from '../core/platforms/setting-names.ts'
import type { Settings } from '../lib/settings.ts'
import type { Account } from './account.ts'
import { Hindrance, hasStood, isChanging, outputsOf, type Standing, unprotecting, type World } from './deployment.ts'

/** The CDK deletes what is left of these before it deploys. */
const CLEARED_AWAY = /^(CREATE_FAILED|ROLLBACK_)/

/** The command of AWS's own for what is left of a stack. */
const deletion = (stackName: string, { region }: Standing): string =>
  `aws cloudformation delete-stack --region ${region} --stack-name ${stackName}`

/** CloudFormation would refuse, after minutes of building and after the question. @throws {Hindrance} */
export function checkChangeable(stackName: string, standing: Standing): void {
  const { status } = standing
  if (isChanging(status))
    throw new Hindrance(
      `The stack ${stackName} is being changed at this moment (${status}). Nothing was deployed: try again when that has ended.`,
    )
  if (status === 'DELETE_FAILED')
    throw new Hindrance(
      `The stack ${stackName} was not deleted completely (${status}). Nothing was deployed. Delete what is left of it first: ${deletion(stackName, standing)}`,
    )
  if (CLEARED_AWAY.test(status) && standing.isProtected)
    throw new Hindrance(
      `The stack ${stackName} was not made completely (${status}), and it is protected from being deleted, which has to come first. Nothing was deployed. Take the protection off, then deploy again: ${unprotecting(stackName, standing)}`,
    )
}

/**
 * The deployment would put this service in the place of all that a stack of something else has. One into which kept data were imported
 * (docs/restoring.md) has no outputs yet, but it has our token key.
 * @throws {Hindrance}
 */
export function refuseForeign(stackName: string, standing: Standing, outputs: Record<string, string> = {}): void {
  if (Object.keys(outputs).length === 0 && (!hasStood(standing) || standing.hasTokenKey)) return
  throw new Hindrance(
    `There is a stack ${stackName} already, and it is not one of this service: choose another name with --stage or -c stackName.`,
  )
}

/** Resources that API Gateway and CloudWatch take only from the stack's own region (aws-facts, section 15). */
const OF_THE_REGION = ['apiCertificateArn', 'alarmTopicArn'] as const

/**
 * Resources that API Gateway and CloudFront take only from the stack's own account. (Topics and secrets can be shared between accounts.)
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cnames-and-https-requirements.html
 */
const OF_THE_ACCOUNT = ['apiCertificateArn', 'cdnCertificateArn', 'dashboardCertificateArn', 'cdnWebAclArn'] as const

/** CloudFormation would refuse what is elsewhere, after minutes. @throws {Hindrance} */
export function checkPlaces(settings: Settings, { id, region }: Account): void {
  for (const name of OF_THE_ACCOUNT) {
    const other = settings[name]?.split(':')[4]
    if (other === undefined || other === id) continue
    throw new Hindrance(
      `The setting ${name} names one of the account ${other}: the stack goes to ${id}, and AWS takes it only from there.`,
    )
  }
  for (const name of OF_THE_REGION) {
    const other = settings[name]?.split(':')[3]
    if (other === undefined || other === region) continue
    throw new Hindrance(
      `The setting ${name} names one of ${other}: the stack goes to ${region}, and AWS takes it only from there.`,
    )
  }
}

/** The oldest bootstrap that the CDK of this project deploys with. */
const BOOTSTRAP_VERSION = 6

/** @throws {Hindrance} */
export async function checkBootstrap(world: World, region: string | undefined, account: Account): Promise<void> {
  const bootstrap = await outputsOf(world, 'CDKToolkit', region)
  const where = `the region ${account.region} of the account ${account.id}`
  const command = `${world.calls.bootstrap} aws://${account.id}/${account.region}`
  if (!bootstrap) {
    throw new Hindrance(`The CDK is not set up in ${where}. Once for each account and region: ${command}`)
  }
  const version = Number(bootstrap.BootstrapVersion)
  if (version < BOOTSTRAP_VERSION) {
    throw new Hindrance(`The CDK was set up in ${where} by an old version (${version}). Do it again: ${command}`)
  }
}

/** Outputs that a stack has only if a setting is given. */
const OUTPUTS_OF: readonly [output: string, setting: string][] = [
  ['ApiDomainTarget', 'apiDomain'],
  ['CdnDomainTarget', 'cdnDomain'],
  ['DashboardDomainTarget', 'dashboardDomain'],
  ...PLATFORM_IDS.map((id): [string, string] => [outputOf(id, 'AppId'), settingOf(id, 'AppId')]),
]

/** A stack does not remember its settings: one that is left out takes away what it made, such as a domain that callers use. */
export function forgottenSettings(settings: Settings, outputs: Record<string, string> = {}): string[] {
  const now = new Map<string, unknown>(Object.entries(settings))
  const left = OUTPUTS_OF.flatMap(([output, name]) => (outputs[output] && now.get(name) === undefined ? [name] : []))
  // With a provider of its own a stack has no pool.
  if (outputs.SignInIssuer && !outputs.UserPoolId && settings.signInIssuer === undefined) left.push('signInIssuer')
  if (left.length === 0) return []
  const names = new Intl.ListFormat('en-GB').format(left)
  return [
    `The stack was deployed with ${names}, and this time without: what that made is taken away. Settings are not remembered: give them each time, or keep them in cdk.json.`,
  ]
}

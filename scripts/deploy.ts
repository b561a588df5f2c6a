// Deploys the stack: checks the limits of the account, builds, shows the difference, asks, deploys, prints the addresses.
//   npm run deploy -- [--stage NAME] [--region REGION] [-c SETTING=VALUE]... [--output FOLDER] [--dry-run [--assets BUCKET[/FOLDER]]] [--yes]

import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { PLATFORM_IDS } from '../core/platforms/facts.ts'
import { outputOf, settingOf } from '../core/platforms/setting-names.ts'
import { alarmName, sectionOf } from '../lib/alarm-names.ts'
import { MIN_ACCOUNT_CONCURRENCY, type Settings } from '../lib/settings.ts'
import { type Account, warningsOf } from './account.ts'
import {
  accountOf,
  checkout,
  conclude,
  Hindrance,
  isChanging,
  must,
  outputsOf,
  type Standing,
  standingOf,
  unprotecting,
  type World,
} from './deployment.ts'
import { aws } from './deployment-aws.ts'
import { inRegion, optionLines, readWanted, type Wanted } from './deployment-options.ts'
import { asksForHelp } from './script-options.ts'
import { deploymentNotes, presentShapes, recordedShapes } from './stored-shapes.ts'
import { synthesize } from './synthesize.ts'

/** The oldest bootstrap that the CDK of this project deploys with. */
const BOOTSTRAP_VERSION = 6

const FIRST_STEPS = [
  'owner create NAME',
  'key create --owner NAME',
  'account authorize --owner NAME --platform instagram',
]

/** @throws {Hindrance} */
export async function deploy(args: readonly string[], world: World): Promise<void> {
  const asked = readWanted(args, world)
  if (asked.dryRun) return synthesize(args, world)
  if (asked.assets) throw new Hindrance('--assets makes a template for others to create: give --dry-run with it.')
  const { settings, says, context, region, assembly, yes } = asked
  const { stackName, architecture } = settings
  const account = await accountOf(world, stackName, region)
  const environment = { ...asked.environment, ...inRegion(account.region) }
  checkRegions(settings, account)
  await checkBootstrap(world, region, account)
  const outputs = await outputsOf(world, stackName, region)
  const standing = outputs && (await standingOf(world, stackName, region))
  if (standing) checkChangeable(stackName, standing)
  const first = !outputs?.RestApiId
  if (standing && first) refuseForeign(stackName, standing, outputs)
  const paused = outputs !== undefined && (await world.isPaused(outputs))
  const warnings = [...warningsOf(account), ...forgotten(settings, outputs), ...(paused ? [PAUSED] : [])]
  for (const warning of warnings) world.say(`Note: ${warning}`)
  await must(world, 'build', ['--arch', architecture, '--if-stale'], environment)
  const wanted = [
    ...context,
    ...(says('accountConcurrency') ? [] : concurrencyOf(account)),
    // Else the CDK would turn it off.
    ...(standing?.isProtected && asked.isProtected === undefined ? ['-c', 'terminationProtection=true'] : []),
  ]
  // Deletion protection of the table and the user pool would keep CloudFormation from rolling back a failed first deployment. It
  // never deletes those that were imported. A protected stack whose creation failed can neither be deployed again nor deleted.
  const isNew = first && !(standing && hasStood(standing))
  const protectsData = isNew && settings.retainData && settings.deletionProtection
  const protectsStack = isNew && (asked.isProtected ?? standing?.isProtected ?? false)
  const later = [...(protectsData ? [DATA] : []), ...(protectsStack ? [WHOLE] : [])]
  const inSteps = later.length > 0
  const assemble = (more: readonly string[] = []) =>
    must(world, 'cdk', ['synth', stackName, '--quiet', '--output', assembly, ...wanted, ...more], environment)
  await assemble([
    ...(inSteps ? ['-c', 'deletionProtection=false'] : []),
    ...(protectsStack ? ['-c', 'terminationProtection=false'] : []),
  ])
  const shown = templateIn(world, asked)
  await must(world, 'cdk', ['diff', stackName, '--app', assembly], environment)
  if (!first) for (const line of deploymentNotes(recordedShapes(), presentShapes())) world.say(line)
  if (inSteps)
    world.say(`After this deployment, a second step turns on ${inOne(later.map(({ protection }) => protection))}.`)
  if (!first && settings.rollbackMinutes > 0)
    world.say(
      `CloudFormation watches ${ROLLBACK_ALARMS.map(sectionOf).join(', ')} during the deployment and for ${settings.rollbackMinutes} minutes after it, and takes it back when one of them goes off.`,
    )
  world.say(`${stackName} goes to ${account.region} of the AWS account ${account.id}.`)
  if (!yes) {
    const answer = await world.ask(`Deploy ${stackName}${region ? ` to ${region}` : ''}? (yes/no) `)
    if (answer === undefined) throw new Hindrance('Nobody can be asked here: give --yes to deploy what is shown above.')
    if (!/^y(es)?$/i.test(answer)) throw new Hindrance('Nothing was deployed.')
  }
  if (templateIn(world, asked) !== shown)
    throw new Hindrance(
      `Nothing was deployed: another command has written to ${assembly} meanwhile, so that is not what is shown above. Deploy again, or give each a folder of its own with --output.`,
    )
  const watch = first ? [] : watching(settings, account)
  // The person who agreed has seen which permissions widen.
  const go = () =>
    must(world, 'cdk', ['deploy', stackName, '--app', assembly, '--require-approval', 'never', ...watch], environment)
  await go().catch(because(() => becameOf(world, { stackName, region, isNew, later })))
  if (inSteps)
    await assemble()
      .then(go)
      .catch(because(async () => unprotected(later)))
  await tell(world, stackName, region)
  if (paused) world.say(`\n${(await world.isPaused(outputs)) ? STILL_PAUSED(world) : GOES_ON}`)
}

/** A template need not say whether a worker is enabled; AWS documents enabled as the default. */
const PAUSED =
  'Publishing is paused (publish pause), and CloudFormation may start it again with this deployment. If nothing must be published yet, as while the table is being restored, deploy later.'
const STILL_PAUSED = ({ calls }: World) => `Publishing is still paused: ${calls.admin} publish resume starts it.`
const GOES_ON = 'Publishing is not paused any more: the deployment, or somebody else, has started it.'

/** The synthesized stack as it is in its folder, where `npx cdk synth` and other deployments write, too. */
const templateIn = ({ folder }: World, { assembly, settings }: Pick<Wanted, 'assembly' | 'settings'>): string =>
  ['template', 'assets']
    .map((kind) => resolve(folder, assembly, `${settings.stackName}.${kind}.json`))
    .map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : ''))
    .join()

/** States of a stack whose first deployment has not succeeded: it has no outputs, and the CDK clears it away. */
const NEVER_STOOD = /^(CREATE_FAILED|CREATE_IN_PROGRESS|ROLLBACK_|REVIEW_|DELETE_)/

const hasStood = ({ status }: Standing): boolean => !NEVER_STOOD.test(status)

/** The CDK deletes what is left of these before it deploys. */
const CLEARED_AWAY = /^(CREATE_FAILED|ROLLBACK_)/

/** The command of AWS's own for what is left of a stack. */
const deletion = (stackName: string, { region }: Standing): string =>
  `aws cloudformation delete-stack --region ${region} --stack-name ${stackName}`

/** CloudFormation would refuse, after minutes of building and after the question. @throws {Hindrance} */
function checkChangeable(stackName: string, standing: Standing): void {
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
function refuseForeign(stackName: string, standing: Standing, outputs: Record<string, string> = {}): void {
  if (Object.keys(outputs).length === 0 && (!hasStood(standing) || standing.hasTokenKey)) return
  throw new Hindrance(
    `There is a stack ${stackName} already, and it is not one of this service: choose another name with --stage or -c stackName.`,
  )
}

/** Outputs that a stack has only if a setting is given. */
const OUTPUTS_OF: readonly [output: string, setting: string][] = [
  ['ApiDomainTarget', 'apiDomain'],
  ['CdnDomainTarget', 'cdnDomain'],
  ['DashboardDomainTarget', 'dashboardDomain'],
  ...PLATFORM_IDS.map((id): [string, string] => [outputOf(id, 'AppId'), settingOf(id, 'AppId')]),
]

/** A stack does not remember its settings: one that is left out takes away what it made, such as a domain that callers use. */
function forgotten(settings: Settings, outputs: Record<string, string> = {}): string[] {
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

/**
 * Alarms that take a deployment back: what a version that does not work does to requests, publications and work in the background.
 * CloudFormation watches five at most.
 */
export const ROLLBACK_ALARMS = ['ServerErrors', 'FunctionErrors', 'PublishFailures', 'PublishDeadLetters'] as const

/**
 * CloudFormation rolls back for an alarm that is missing: in the first deployment there are none yet.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_RollbackTrigger.html
 */
function watching({ stackName, rollbackMinutes }: Settings, { id, region }: Account): string[] {
  // Triggers stay with the stack: where they are not wanted any more they are taken off.
  if (rollbackMinutes === 0) return ['--rollback-trigger-alarm-arns', 'none']
  const arns = ROLLBACK_ALARMS.map((name) => `arn:aws:cloudwatch:${region}:${id}:alarm:${alarmName(stackName, name)}`)
  const triggers = arns.flatMap((arn) => ['--rollback-trigger-alarm-arns', arn])
  return [...triggers, '--monitoring-time-minutes', String(rollbackMinutes)]
}

const TAKEN_BACK =
  'It was the first deployment of this stack: CloudFormation takes back what it made, and nothing is left that costs or stands in the way. Mend what it says above, then deploy again.'

/** A protection that a first deployment turns on in a second step, after it has succeeded. */
interface ProtectedLater {
  protection: string
  what: string
}
const DATA: ProtectedLater = {
  protection: 'deletion protection for the table and the user pool',
  what: 'its table and its user pool',
}
const WHOLE: ProtectedLater = { protection: 'termination protection of the stack', what: 'the stack itself' }

const inOne = (parts: readonly string[]): string => new Intl.ListFormat('en-GB').format(parts)

const unprotected = (later: readonly ProtectedLater[]): string =>
  `The stack stands and works, but ${inOne(later.map(({ what }) => what))} ${later.includes(DATA) ? 'are' : 'is'} not protected from being deleted: deploy again.`

interface Attempt {
  stackName: string
  region: string | undefined
  /** Whether it was the first deployment, which is taken back as a whole. */
  isNew: boolean
  /** The protections that the second step turns on. */
  later: readonly ProtectedLater[]
}

/**
 * What has become of a stack after the CDK ended with an error: CloudFormation goes on by itself where credentials expired, the network
 * was gone or somebody pressed Ctrl-C.
 * @returns nothing where the CDK has said it all.
 */
async function becameOf(world: World, { stackName, region, isNew, later }: Attempt): Promise<string | undefined> {
  try {
    // One that was there before still is.
    if (isNew && !(await outputsOf(world, stackName, region))) return TAKEN_BACK
    const standing = await standingOf(world, stackName, region)
    const { status } = standing
    if (isChanging(status) && !/ROLLBACK/.test(status)) {
      const protection =
        later.length > 0 ? `, which also protects ${inOne(later.map(({ what }) => what))} from being deleted` : ''
      return `CloudFormation goes on by itself with what it has begun (${status}). Deploy again when that has ended${protection}.`
    }
    if (!hasStood(standing)) return TAKEN_BACK
    if (later.length > 0) return unprotected(later)
    if (status === 'UPDATE_ROLLBACK_FAILED')
      return `CloudFormation could not put everything back as it was (${status}). Mend what it says above, then: aws cloudformation continue-update-rollback --region ${standing.region} --stack-name ${stackName}`
    return /^UPDATE_ROLLBACK_/.test(status) ? `CloudFormation puts everything back as it was (${status}).` : undefined
  } catch (error) {
    if (!(error instanceof Hindrance)) throw error
    return `${error.message} What CloudFormation has begun, it goes on with by itself: deploy again to see what has become of it.`
  }
}

/** Says after what failed what has become of the rest. */
const because =
  (consequenceOf: () => Promise<string | undefined>) =>
  async (error: unknown): Promise<never> => {
    const consequence = error instanceof Hindrance ? await consequenceOf() : undefined
    if (!consequence || !(error instanceof Hindrance)) throw error
    throw new Hindrance(`${error.message} ${consequence}`, { cause: error })
  }

/** As the setting takes it: Lambda gives no account fewer than 10, but others may have reserved what there is. */
const concurrencyOf = ({ concurrency }: Account): string[] =>
  concurrency === undefined ? [] : ['-c', `accountConcurrency=${Math.max(concurrency, MIN_ACCOUNT_CONCURRENCY)}`]

/** Resources that API Gateway and CloudWatch take only from the stack's own region (aws-facts, section 15). */
const OF_THE_REGION = ['apiCertificateArn', 'alarmTopicArn'] as const

/** @throws {Hindrance} */
function checkRegions(settings: Settings, { region }: Account): void {
  for (const name of OF_THE_REGION) {
    const other = settings[name]?.split(':')[3]
    if (other === undefined || other === region) continue
    throw new Hindrance(
      `The setting ${name} names one of ${other}: the stack goes to ${region}, and AWS takes it only from there.`,
    )
  }
}

async function checkBootstrap(world: World, region: string | undefined, account: Account): Promise<void> {
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

async function tell(world: World, stackName: string, region: string | undefined): Promise<void> {
  const outputs = await outputsOf(world, stackName, region)
  if (!outputs) throw new Hindrance(`The stack ${stackName} was deployed, but it cannot be found.`)
  const rows: [string, string | undefined][] = [
    ['Base URL', outputs.BaseUrl],
    ['CDN', outputs.CdnUrl],
    ['Dashboard', outputs.DashboardUrl],
    ['CloudWatch', outputs.Dashboard],
    ['API name points at', outputs.ApiDomainTarget],
    ['CDN name points at', outputs.CdnDomainTarget],
    ['Dashboard name points at', outputs.DashboardDomainTarget],
  ]
  world.say('')
  for (const [label, value] of rows) if (value) world.say(`${label}: ${value}`)
  const target = `${stackName === 'SocialPublisher' ? '' : ` --stack ${stackName}`}${region ? ` --region ${region}` : ''}`
  world.say('\nNext:')
  for (const step of FIRST_STEPS) world.say(`  ${world.calls.admin} ${step}${target}`)
}

const HELP = `Shows what would change in your AWS account, asks, deploys, and prints the addresses. Needs AWS credentials, as the AWS
command line does.

  npm run deploy [-- OPTIONS]

${optionLines()}

All settings: docs/operations.md
`

if (import.meta.main) {
  const args = process.argv.slice(2)
  if (asksForHelp(args)) process.stdout.write(HELP)
  else await conclude(deploy(args, { ...checkout, ...aws }))
}

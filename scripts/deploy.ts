// Deploys the stack: checks the limits of the account, builds, shows the difference, asks, deploys, prints the addresses.
//   npm run deploy -- [--stage NAME] [--region REGION] [-c SETTING=VALUE]... [--output FOLDER] [--dry-run [--assets BUCKET[/FOLDER]]] [--yes]

import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { alarmName, sectionOf } from '../lib/alarm-names.ts'
import { MIN_ACCOUNT_CONCURRENCY, type Settings } from '../lib/settings.ts'
import { type Account, warningsOf } from './account.ts'
import {
  accountOf,
  checkout,
  conclude,
  Hindrance,
  hasStood,
  must,
  outputsOf,
  standingOf,
  type World,
} from './deployment.ts'
import { aws } from './deployment-aws.ts'
import { checkBootstrap, checkChangeable, checkPlaces, forgottenSettings, refuseForeign } from './deployment-checks.ts'
import { inRegion, optionLines, readWanted, type Wanted } from './deployment-options.ts'
import {
  DATA_PROTECTION,
  listed,
  outcomeOf,
  STACK_PROTECTION,
  unprotected,
  withConsequence,
} from './deployment-outcome.ts'
import { asksForHelp } from './script-options.ts'
import { deploymentNotes, presentShapes, recordedShapes } from './stored-shapes.ts'
import { synthesize } from './synthesize.ts'

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
  checkPlaces(settings, account)
  await checkBootstrap(world, region, account)
  const outputs = await outputsOf(world, stackName, region)
  const standing = outputs && (await standingOf(world, stackName, region))
  if (standing) checkChangeable(stackName, standing)
  const first = !outputs?.RestApiId
  if (standing && first) refuseForeign(stackName, standing, outputs)
  const paused = outputs !== undefined && (await world.isPaused(outputs))
  const warnings = [...warningsOf(account), ...forgottenSettings(settings, outputs), ...(paused ? [PAUSED] : [])]
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
  const later = [...(protectsData ? [DATA_PROTECTION] : []), ...(protectsStack ? [STACK_PROTECTION] : [])]
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
  if (inSteps) world.say(`After this deployment, a second step turns on ${listed(later.map(({ name }) => name))}.`)
  if (!first && settings.rollbackMinutes > 0)
    world.say(
      `CloudFormation watches ${ROLLBACK_ALARMS.map(sectionOf).join(', ')} during the deployment and for ${settings.rollbackMinutes} minutes after it, and takes it back when one of them goes off.`,
    )
  world.say(`${stackName} goes to ${account.region} of the AWS account ${account.id}.`)
  if (!yes) await ask(world, `Deploy ${stackName}${region ? ` to ${region}` : ''}? (yes/no) `)
  if (templateIn(world, asked) !== shown)
    throw new Hindrance(
      `Nothing was deployed: another command has written to ${assembly} meanwhile, so that is not what is shown above. Deploy again, or give each a folder of its own with --output.`,
    )
  const watch = first ? [] : watching(settings, account)
  // The person who agreed has seen which permissions widen.
  const go = () =>
    must(world, 'cdk', ['deploy', stackName, '--app', assembly, '--require-approval', 'never', ...watch], environment)
  await go().catch(withConsequence(() => outcomeOf(world, { stackName, region, isNew, later })))
  if (inSteps)
    await assemble()
      .then(go)
      .catch(withConsequence(async () => unprotected(later)))
  await tell(world, stackName, region)
  if (paused) world.say(`\n${(await world.isPaused(outputs)) ? STILL_PAUSED(world) : GOES_ON}`)
}

/** @throws {Hindrance} unless the answer is yes. */
async function ask(world: World, question: string): Promise<void> {
  const answer = await world.ask(question)
  if (answer === undefined) throw new Hindrance('Nobody can be asked here: give --yes to deploy what is shown above.')
  if (!/^y(es)?$/i.test(answer)) throw new Hindrance('Nothing was deployed.')
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

/** As the setting takes it: Lambda gives no account fewer than 10, but others may have reserved what there is. */
const concurrencyOf = ({ concurrency }: Account): string[] =>
  concurrency === undefined ? [] : ['-c', `accountConcurrency=${Math.max(concurrency, MIN_ACCOUNT_CONCURRENCY)}`]

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

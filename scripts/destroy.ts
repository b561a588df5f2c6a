// Destroys the stack: says what goes and what stays, asks for its name, removes what would block the deletion, destroys.
//   npm run destroy -- [--stage NAME] [--region REGION] [-c SETTING=VALUE]... [--yes]
import {
  checkout,
  clear,
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
import { inRegion, optionLines, readWanted } from './deployment-options.ts'
import { asksForHelp } from './script-options.ts'

/** @throws {Hindrance} */
export async function destroy(args: readonly string[], world: World): Promise<void> {
  const { settings, context, region, environment, yes, dryRun } = readWanted(args, world)
  if (dryRun) throw new Hindrance('destroy has no --dry-run: without --yes it says what goes and what stays, and asks.')
  const { stackName } = settings
  const outputs = await outputsOf(world, stackName, region)
  if (!outputs) throw new Hindrance(`There is no stack ${stackName}${region ? ` in ${region}` : ''}.`)
  if (Object.keys(outputs).length > 0 && !outputs.RestApiId)
    throw new Hindrance(`The stack ${stackName} is not one of this service.`)
  const standing = await standingOf(world, stackName, region)
  if (!outputs.RestApiId)
    throw new Hindrance(
      `The stack ${stackName} has nothing that could be destroyed: no deployment of it has succeeded (${standing.status}). Deploy it again, or delete what is left: ${standing.isProtected ? `${unprotecting(stackName, standing)} && ` : ''}aws cloudformation delete-stack --region ${standing.region} --stack-name ${stackName}`,
    )
  checkDeletable(stackName, standing)
  // Read from the deployed stack, not from the current settings: CloudFormation uses the former.
  const withData = outputs.DataRetained !== 'true'
  const data = new Intl.ListFormat('en-GB').format([
    `the table ${outputs.TableName}`,
    `the bucket ${outputs.MediaBucket}`,
    `the token key ${outputs.TokenKeyId}`,
    // There is none where people sign in elsewhere.
    ...(outputs.UserPoolId ? [`the user pool ${outputs.UserPoolId} with everybody who signs in`] : []),
  ])
  world.say(
    withData
      ? `With ${stackName} goes ALL ITS DATA: ${data}.`
      : `${stackName} goes, with every API key. These stay and cost on until you delete them: ${data}.`,
  )
  world.say('Posts that are scheduled or under way will not be published.')
  world.say(`It stands in ${standing.region} of the AWS account ${standing.account}.`)
  if (!yes) {
    const answer = await world.ask(`Type ${stackName} to destroy it: `)
    if (answer === undefined) throw new Hindrance('Nobody can be asked here: give --yes to destroy it.')
    if (answer !== stackName) throw new Hindrance('Nothing was destroyed.')
  }
  await clear(world, { stackName, region, outputs, withData })
  await must(world, 'cdk', ['destroy', stackName, '--force', ...context], {
    ...environment,
    ...inRegion(standing.region),
  }).catch(async (error: unknown) => {
    const now = await standingOf(world, stackName, region).catch(() => undefined)
    if (!(error instanceof Hindrance) || !now || !isChanging(now.status)) throw error
    // Ctrl-C does not stop it.
    throw new Hindrance(`${error.message} CloudFormation goes on by itself (${now.status}).`, { cause: error })
  })
  world.say(withData ? `${stackName} and its data are gone.` : `${stackName} is gone. Kept: ${data}.`)
}

/** Keys are taken away before CloudFormation is asked: it must not refuse then. @throws {Hindrance} */
function checkDeletable(stackName: string, standing: Standing): void {
  const { status, isProtected } = standing
  if (isProtected)
    throw new Hindrance(
      `The stack ${stackName} is protected from being deleted. Nothing was destroyed. To destroy it, first: ${unprotecting(stackName, standing)}`,
    )
  if (isChanging(status))
    throw new Hindrance(
      `The stack ${stackName} is being changed at this moment (${status}). Nothing was destroyed: try again when that has ended.`,
    )
}

const HELP = `Says what goes and what stays, asks for the stack's name, and deletes the stack. Needs AWS credentials, as the AWS command line
does.

  npm run destroy [-- OPTIONS]

${optionLines(['--stage NAME', '--region REGION', '-c SETTING=VALUE', '--yes'])}
`

if (import.meta.main) {
  const args = process.argv.slice(2)
  if (asksForHelp(args)) process.stdout.write(HELP)
  else await conclude(destroy(args, { ...checkout, ...aws }))
}

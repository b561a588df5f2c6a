// Deploys the stack: looks whether it can be done, builds, shows the difference, asks, deploys, says where things are.
//   npm run deploy -- [--stage NAME] [--region REGION] [-c SETTING=VALUE]... [--yes]
import { conclude, Hindrance, must, outputsOf, readWanted, terminal, type World } from './deployment.ts'
import { aws } from './deployment-aws.ts'

/** The oldest bootstrap that the CDK of this project deploys with. */
const BOOTSTRAP_VERSION = 6

/** Where the synthesized stack is kept between showing and deploying it, so that what was shown is deployed. */
const ASSEMBLY = 'cdk.out'

const FIRST_STEPS = [
  'owner create NAME',
  'key create --owner NAME',
  'account authorize --owner NAME --platform instagram',
]

/** @throws {Hindrance} */
export async function deploy(args: readonly string[], world: World): Promise<void> {
  const { settings, context, region, environment, yes } = readWanted(args, world.environment)
  const { stackName, architecture } = settings
  await checkBootstrap(world, region)
  await must(world, 'build', ['--arch', architecture, '--if-stale'], environment)
  await must(world, 'cdk', ['synth', stackName, '--quiet', '--output', ASSEMBLY, ...context], environment)
  await must(world, 'cdk', ['diff', stackName, '--app', ASSEMBLY], environment)
  if (!yes) {
    const answer = await world.ask(`Deploy ${stackName}${region ? ` to ${region}` : ''}? (yes/no) `)
    if (answer === undefined) throw new Hindrance('Nobody can be asked here: give --yes to deploy what is shown above.')
    if (!/^y(es)?$/i.test(answer)) throw new Hindrance('Nothing was deployed.')
  }
  // Whoever said yes has seen which rights widen.
  await must(world, 'cdk', ['deploy', stackName, '--app', ASSEMBLY, '--require-approval', 'never'], environment)
  await tell(world, stackName, region)
}

async function checkBootstrap(world: World, region: string | undefined): Promise<void> {
  const bootstrap = await outputsOf(world, 'CDKToolkit', region)
  const where = region ? `the region ${region} of this account` : 'the region of these credentials'
  if (!bootstrap) {
    throw new Hindrance(`The CDK is not set up in ${where}. Once for each account and region: npx cdk bootstrap`)
  }
  const version = Number(bootstrap.BootstrapVersion)
  if (version < BOOTSTRAP_VERSION) {
    throw new Hindrance(`The CDK was set up in ${where} by an old version (${version}). Do it again: npx cdk bootstrap`)
  }
}

async function tell(world: World, stackName: string, region: string | undefined): Promise<void> {
  const outputs = await outputsOf(world, stackName, region)
  if (!outputs) throw new Hindrance(`The stack ${stackName} was deployed, but it cannot be found.`)
  const rows: [string, string | undefined][] = [
    ['Base URL', outputs.BaseUrl],
    ['CDN', outputs.CdnUrl],
    ['Dashboard', outputs.Dashboard],
    ['API name points at', outputs.ApiDomainTarget],
    ['CDN name points at', outputs.CdnDomainTarget],
  ]
  world.say('')
  for (const [label, value] of rows) if (value) world.say(`${label}: ${value}`)
  const target = `${stackName === 'SocialPublisher' ? '' : ` --stack ${stackName}`}${region ? ` --region ${region}` : ''}`
  world.say('\nNext:')
  for (const step of FIRST_STEPS) world.say(`  npm run -s admin -- ${step}${target}`)
}

if (import.meta.main) {
  await conclude(deploy(process.argv.slice(2), { ...terminal, ...aws, environment: process.env }))
}

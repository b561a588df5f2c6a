// Synthesizes what `deploy` would deploy, without AWS credentials.   npm run deploy -- --dry-run
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AssetsPlace, manifestFor } from '../lib/assets-place.ts'
import { MIN_UNRESERVED, shares } from '../lib/concurrency.ts'
import { MIN_ACCOUNT_CONCURRENCY, type Settings } from '../lib/settings.ts'
import { must, type World } from './deployment.ts'
import { readWanted } from './deployment-options.ts'

/** Puts the cloud assembly (the template and its files) into a folder. @throws {Hindrance} */
export async function synthesize(args: readonly string[], world: World): Promise<void> {
  const { settings, context, assembly, assets, region, environment } = readWanted(args, world)
  const { stackName, architecture } = settings
  await must(world, 'build', ['--arch', architecture, '--if-stale'], environment)
  await must(world, 'cdk', ['synth', stackName, '--quiet', '--output', assembly, ...context], environment)
  world.say(`Nothing was deployed. The template is ${join(assembly, `${stackName}.template.json`)}.`)
  if (!assets) return
  tellHowToOffer(world, { stackName, assembly, assets, region })
  for (const note of [...notesOnAccounts(settings), ...notesOnProtection(settings)]) world.say(`Note: ${note}`)
}

/** Nobody asks the accounts that it is for what they can run: CloudFormation would take all of the stack back. */
function notesOnAccounts(settings: Settings): string[] {
  const reserved = Object.values(shares(settings).reserved).reduce((sum, one) => sum + one, 0)
  if (reserved === 0) return []
  return [
    `The template reserves ${reserved} functions of what an AWS account can run at once. Lambda refuses that, and with it the stack, in accounts with fewer than ${reserved + MIN_UNRESERVED}: new ones often have ${MIN_ACCOUNT_CONCURRENCY}. With -c accountConcurrency=${MIN_ACCOUNT_CONCURRENCY} it fits every account, and workers are fewer.`,
  ]
}

/** `deploy` turns protection on in a step of its own. A link creates the stack in one, and a creation may fail. */
const notesOnProtection = ({ retainData, deletionProtection }: Settings): string[] =>
  retainData && deletionProtection
    ? [
        'The template protects its table and its user pool from being deleted, also from CloudFormation when it takes back a creation that failed. For a new stack, make the template with -c deletionProtection=false (a later update with a template made without this setting turns the protection on).',
      ]
    : []

/** The list of files to upload, in which the template is named by its content. */
interface Manifest {
  files: Record<string, { source: { path?: string }; destinations: Record<string, { objectKey: string }> }>
}

interface Offered {
  stackName: string
  assembly: string
  assets: AssetsPlace
  region: string | undefined
}

/** Names the place in the list of files, and says how they get there and by what link the stack is created. */
function tellHowToOffer(world: World, { stackName, assembly, assets, region: given }: Offered): void {
  const region = given ?? 'REGION'
  const file = join(assembly, `${stackName}.assets.json`)
  const manifest = manifestFor(readFileSync(file, 'utf8'), assets)
  writeFileSync(file, manifest)
  const { files } = JSON.parse(manifest) as Manifest
  const template = Object.values(files).find(({ source }) => source.path === `${stackName}.template.json`)
  const key = Object.values(template?.destinations ?? {})[0]?.objectKey
  if (key === undefined) throw new Error(`${file} does not name the template`)
  const address = `https://${assets.bucket}.s3.${region}.amazonaws.com/${key}`
  const console = `https://console.aws.amazon.com/cloudformation/home?region=${region}#/stacks/quickcreate`
  // The CDK that has written the list reads it; the program `cdk-assets` is behind it.
  const upload = `${world.calls.publishAssets} ${stackName} --app ${assembly} --exclusively --unstable=publish-assets`
  world.say(`Upload it with its files: AWS_REGION=${region} ${upload}`)
  world.say(
    `Then this link creates the stack: ${console}?templateURL=${encodeURIComponent(address)}&stackName=${stackName}`,
  )
}

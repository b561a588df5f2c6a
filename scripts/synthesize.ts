// Synthesizes what `deploy` would deploy, without AWS credentials.   npm run deploy -- --dry-run
import { join } from 'node:path'
import { must, readWanted, type World } from './deployment.ts'

/** Puts the cloud assembly (the template and its files) into a folder. @throws {Hindrance} */
export async function synthesize(args: readonly string[], world: World): Promise<void> {
  const { settings, context, assembly, environment } = readWanted(args, world)
  const { stackName, architecture } = settings
  await must(world, 'build', ['--arch', architecture, '--if-stale'], environment)
  await must(world, 'cdk', ['synth', stackName, '--quiet', '--output', assembly, ...context], environment)
  world.say(`Nothing was deployed. The template is ${join(assembly, `${stackName}.template.json`)}.`)
}

// The program of the deploying package: everything that a checkout's npm scripts do for an operator.
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { manual } from '../../lib/read-settings.ts'
import { deploy } from '../../scripts/deploy.ts'
import { cdkWords, conclude, Hindrance, must, runNode, terminal, type World } from '../../scripts/deployment.ts'
import { aws } from '../../scripts/deployment-aws.ts'
import { optionLines } from '../../scripts/deployment-options.ts'
import { destroy } from '../../scripts/destroy.ts'
import { asksForHelp } from '../../scripts/script-options.ts'
import { synthesize } from '../../scripts/synthesize.ts'
import { adminIsCalledBy } from '../admin/called.ts'
import { admin } from '../admin/main.ts'
import { APP, version } from './folders.ts'

const CALL = 'npx @social-publisher/deploy'

const HELP = `Deploys Social Publisher ${version()} into your AWS account. Needs AWS credentials, as the AWS command line does.

  ${CALL} [deploy]   shows what would change, asks, deploys
  ${CALL} synth      writes the template and its files, without credentials (also: deploy --dry-run)
  ${CALL} destroy    says what goes and what stays, asks, deletes the stack
  ${CALL} bootstrap  sets up the CDK, once for each account and region: bootstrap aws://ACCOUNT/REGION
  ${CALL} publish-assets  uploads what synth --assets has made, as it says there
  ${CALL} admin      the operator's commands: owners, keys, accounts (admin --help)

${optionLines()}
  --help, --version

The operator's command needs no checkout either; where the guides say npm run -s admin --, call ${CALL} admin.

All settings: ${manual()}
`

const cdk = (): string => {
  const manifest = createRequire(import.meta.url).resolve('aws-cdk/package.json')
  return join(dirname(manifest), 'bin', 'cdk')
}

const world: World = {
  ...terminal,
  ...aws,
  environment: process.env,
  folder: process.cwd(),
  calls: { admin: `${CALL} admin`, bootstrap: `${CALL} bootstrap`, publishAssets: `${CALL} publish-assets` },
  run: async (program, args, environment) => {
    // Prebuilt.
    if (program === 'build') return 0
    const app = args.includes('--app') || args[0] === 'bootstrap' ? [] : ['--app', `node "${APP}"`]
    // The CDK starts the app in a shell: by the same Node as this program.
    const PATH = [dirname(process.execPath), environment.PATH ?? ''].join(delimiter)
    const words = [...cdkWords(args, environment), ...app, '--no-version-reporting']
    return runNode([cdk(), ...words], process.cwd(), { ...environment, PATH })
  },
}

const COMMANDS: Record<string, (words: string[]) => Promise<void>> = {
  deploy: (words) => deploy(words, world),
  synth: (words) => synthesize(words, world),
  destroy: (words) => destroy(words, world),
  bootstrap: (words) => must(world, 'cdk', ['bootstrap', ...words], process.env),
  'publish-assets': (words) => must(world, 'cdk', ['publish-assets', ...words], process.env),
  admin: (words) => {
    adminIsCalledBy(world.calls.admin)
    return admin(words)
  },
}

const WITH_OWN_HELP = ['admin', 'bootstrap', 'publish-assets']

async function run([first = 'deploy', ...rest]: string[]): Promise<void> {
  const [command, words] = first.startsWith('-') ? ['deploy', [first, ...rest]] : [first, rest]
  const known = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined
  if (known === undefined)
    throw new Hindrance(`There is no command ${command}: they are ${Object.keys(COMMANDS).join(', ')}. See --help.`)
  if (!WITH_OWN_HELP.includes(command)) {
    if (asksForHelp(words)) return world.say(HELP.trimEnd())
    if (words.includes('--version')) return world.say(version())
  }
  return known(words)
}

await conclude(run(process.argv.slice(2)))

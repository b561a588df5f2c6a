// The command line and environment of `npm start`.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { SIMULATED_IDS, type SimulatedId } from './fake-platforms/registry.ts'
import type { GivenLength } from './services/gateway/integration.ts'
import { bySimulated, originVariables, PORTS_AFTER } from './simulated-apps.ts'

export interface Options {
  port: number
  /** By default the fourth after the API's. */
  dashboardPort?: number
  dataDir: string
  fresh: boolean
  json: boolean
  help: boolean
  /** Synthesized earlier; nothing is built. For tests, which share one build. */
  assembly?: string
  /** Another version's, of which functions can be taken in place of this one's. */
  otherAssembly?: string
  /** Functions that may run at once. */
  concurrency: number
  /** Share of the functions' calls to AWS that go wrong, 0 to 0.5. */
  awsFaults: number
  /** Whether services are away for a while, and the table's indexes lag. */
  awsOutages: boolean
  /** Given origins of the platforms: their simulators are not started. */
  platforms: Partial<Record<SimulatedId, GivenOrigins>>
  urlUploadAllowHosts?: string
  /** Hosts that people may name as the server of an account. */
  platformAllowHosts?: string
  publishPollMs?: string
  /** The gateway's way with the length that streamed answers give. */
  streamedLength: GivenLength
  /** How long the gateway takes until it lets requests through by a key that was made. */
  gatewayKeyMs: number
  /** A DynamoDB that runs already, for machines without an embedded one. */
  dynamodb?: string
}

export const HELP = `Runs the whole service on this machine: the synthesized stack on embedded engines, on 127.0.0.1 only.

  npm start -- [--port N] [--dashboard-port N] [--data-dir DIR] [--fresh] [--json] [--concurrency N]
               [--aws-faults P] [--aws-outages]

  --port N        port of the API; 0 picks a free one (default 3000; the CDN and the simulators take the next ones, but
                  those of Bluesky and Mastodon stay at the ports that they had when DIR was first used)
  --dashboard-port N
                  port of the dashboard; 0 picks a free one (default the API's and 4)
  --data-dir DIR  where all state lives (default .local)
  --fresh         empty the data directory first
  --json          print one line of JSON on stdout when ready; npm prints lines of its own before it, but not with
                  npm start --silent -- --json
  --concurrency N how many functions may run at once, as an AWS account's limit (default 1000; new accounts have 10);
                  the stack is synthesized for it, and calls above it are throttled
  --aws-faults P  share of the functions' calls to AWS that go wrong, 0 to 0.5 (default 0): conflicts of transactions,
                  throttling, failures before a call took effect and after. The same share of messages comes twice or
                  late, and of schedules and rules; and the functions' clocks are up to two seconds apart
  --aws-outages   S3 is away for a minute now and then, KMS for seconds, and the table's indexes are 5 seconds behind
  --assembly DIR  run this cloud assembly instead of building and synthesizing
  --other-assembly DIR
                  functions can be replaced by those of this one, one by one, while it runs: PUT /_local/versions with
                  {"replaced":[IDS]} at the address AWS_ENDPOINT_URL of DIR/endpoints.json
  --help          this text

  Mail is not sent: each one is written into DIR/mail, and its file is named on stderr.

  Origins to use in place of a platform's built-in simulator, which is then not started:
  ${SIMULATED_IDS.flatMap(originVariables).join(', ')}
  PLATFORM_ALLOW_HOSTS                    host:port,... that people may name as the server of an account although it is not
                                          public, by plain HTTP, beside the built-in simulators
  URL_UPLOAD_ALLOW_HOSTS                  host:port,... that URL uploads may fetch although they are not public
  PUBLISH_POLL_MS                         first delay between two checks of a container
  STREAMED_CONTENT_LENGTH                 kept, or renamed as AWS may: the Content-Length of streamed answers
  GATEWAY_KEY_DELAY_MS                    how long a new key of the gateway takes to work, as in AWS
                                          (default 60000)
  AWS_ENDPOINT_URL_DYNAMODB               a DynamoDB to use where there is no embedded one
`

/** What Lambda gives new accounts; and more than it gives any by default. */
const MIN_CONCURRENCY = 10
const MAX_CONCURRENCY = 100_000

/** With more of them going wrong nothing would ever end. */
const MAX_AWS_FAULTS = 0.5

/** A wrong command line or environment: exit code 2. */
export class WrongCall extends Error {}

function origin(name: string, value: string | undefined): string | undefined {
  if (!value) return undefined
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol) || (url.pathname !== '/' && url.pathname !== '')) {
    throw new WrongCall(`${name} must be an origin such as http://127.0.0.1:4000.`)
  }
  return url.origin
}

/** Origins by their variables: all of a platform, where one of them is given. */
export type GivenOrigins = Readonly<Record<string, string>>

/** Options that are not given take the first value: nothing here calls outside of this machine unless told to. */
function originsIn(variables: readonly string[], env: NodeJS.ProcessEnv): GivenOrigins | undefined {
  const given = variables.map((name) => [name, origin(name, env[name])] as const)
  const first = given.find(([, value]) => value !== undefined)?.[1]
  if (first === undefined) return undefined
  return Object.fromEntries(given.map(([name, value]) => [name, value ?? first]))
}

/** @throws {WrongCall} */
function hosts(name: string, value: string | undefined): string | undefined {
  if (!value) return undefined
  const named = value
    .toLowerCase()
    .split(',')
    .map((host) => host.trim())
    .filter(Boolean)
  for (const host of named) {
    if (!/^(\[[0-9a-f:.]+\]|[\w.-]+):\d{1,5}$/i.test(host))
      throw new WrongCall(`${name} must be host:port pairs with commas between them, such as 127.0.0.1:4000.`)
  }
  return named.join(',')
}

/** NaN for an empty text, which comes from a variable that is not set: `Number` makes 0 of it. */
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

/** @throws {WrongCall} */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): Options {
  let values: ReturnType<typeof parse>
  try {
    values = parse(args)
  } catch (error) {
    throw new WrongCall(`${(error as Error).message.split('. ')[0]}. See --help.`)
  }
  // An empty one comes from a variable that is not set, and would be the folder that this is started in.
  if (values['data-dir'] === '') throw new WrongCall('--data-dir must name a directory.')
  const port = numberOf(values.port)
  // The ports after it are taken too.
  const lastPort = 65_535 - PORTS_AFTER
  if (!Number.isInteger(port) || port < 0 || port > lastPort) {
    throw new WrongCall(`--port must be an integer from 0 to ${lastPort}, not ${values.port}.`)
  }
  const dashboard = values['dashboard-port']
  const dashboardPort = dashboard === undefined ? undefined : numberOf(dashboard)
  if (
    dashboardPort !== undefined &&
    !(Number.isInteger(dashboardPort) && dashboardPort >= 0 && dashboardPort < 65_536)
  ) {
    throw new WrongCall(`--dashboard-port must be an integer from 0 to 65535, not ${dashboard}.`)
  }
  const concurrency = numberOf(values.concurrency)
  if (!Number.isInteger(concurrency) || concurrency < MIN_CONCURRENCY || concurrency > MAX_CONCURRENCY) {
    throw new WrongCall(
      `--concurrency must be an integer from ${MIN_CONCURRENCY} to ${MAX_CONCURRENCY}, not ${values.concurrency}.`,
    )
  }
  const awsFaults = numberOf(values['aws-faults'])
  if (!(awsFaults >= 0 && awsFaults <= MAX_AWS_FAULTS)) {
    throw new WrongCall(`--aws-faults must be a number from 0 to ${MAX_AWS_FAULTS}, not ${values['aws-faults']}.`)
  }
  const poll = env.PUBLISH_POLL_MS
  if (poll && !/^\d+$/.test(poll)) throw new WrongCall('PUBLISH_POLL_MS must be a number of milliseconds.')
  const streamedLength = env.STREAMED_CONTENT_LENGTH || 'kept'
  if (streamedLength !== 'kept' && streamedLength !== 'renamed')
    throw new WrongCall('STREAMED_CONTENT_LENGTH must be kept or renamed.')
  const gatewayKeyMs = env.GATEWAY_KEY_DELAY_MS || '60000'
  if (!/^\d{1,9}$/.test(gatewayKeyMs)) throw new WrongCall('GATEWAY_KEY_DELAY_MS must be a number of milliseconds.')
  return {
    port,
    dashboardPort,
    dataDir: resolve(values['data-dir']),
    fresh: values.fresh,
    json: values.json,
    help: values.help,
    assembly: values.assembly ? resolve(values.assembly) : undefined,
    otherAssembly: values['other-assembly'] ? resolve(values['other-assembly']) : undefined,
    concurrency,
    awsFaults,
    awsOutages: values['aws-outages'],
    platforms: bySimulated((id) => originsIn(originVariables(id), env)),
    urlUploadAllowHosts: hosts('URL_UPLOAD_ALLOW_HOSTS', env.URL_UPLOAD_ALLOW_HOSTS) || undefined,
    platformAllowHosts: hosts('PLATFORM_ALLOW_HOSTS', env.PLATFORM_ALLOW_HOSTS) || undefined,
    publishPollMs: poll || undefined,
    streamedLength,
    gatewayKeyMs: Number(gatewayKeyMs),
    dynamodb: origin('AWS_ENDPOINT_URL_DYNAMODB', env.AWS_ENDPOINT_URL_DYNAMODB),
  }
}

const parse = (args: string[]) =>
  parseArgs({
    args,
    options: {
      port: { type: 'string', default: '3000' },
      'dashboard-port': { type: 'string' },
      'data-dir': { type: 'string', default: '.local' },
      fresh: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
      concurrency: { type: 'string', default: '1000' },
      'aws-faults': { type: 'string', default: '0' },
      'aws-outages': { type: 'boolean', default: false },
      assembly: { type: 'string' },
      'other-assembly': { type: 'string' },
    },
  }).values

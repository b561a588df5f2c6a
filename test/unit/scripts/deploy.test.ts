// Deploying and destroying, with a recorder in the place of AWS and the CDK.
import { describe, expect, it } from 'vitest'
import { deploy } from '../../../scripts/deploy.ts'
import { type DeployedStack, Hindrance, type World } from '../../../scripts/deployment.ts'
import { destroy } from '../../../scripts/destroy.ts'

const OUTPUTS = {
  BaseUrl: 'https://abc.execute-api.eu-central-1.amazonaws.com',
  CdnUrl: 'https://d1.cloudfront.net',
  Dashboard: 'https://dashboard',
  RestApiId: 'abc',
  UsagePlanId: 'plan',
  TableName: 'the-table',
  MediaBucket: 'the-bucket',
  TokenKeyId: 'the-key',
  DataRetained: 'true',
}

interface Given {
  stacks?: Record<string, Record<string, string>>
  failing?: string
  error?: Error
  answer?: string
  environment?: Record<string, string>
}

function recorder({ stacks = {}, failing, error, answer, environment = {} }: Given) {
  const calls: string[] = []
  const said: string[] = []
  const regions = new Set<string | undefined>()
  const cleared: DeployedStack[] = []
  const world: World = {
    environment: { PATH: '/bin', ...environment },
    run: async (program, args, { AWS_REGION }) => {
      calls.push([program, ...args].join(' '))
      regions.add(AWS_REGION)
      return failing !== undefined && args.includes(failing) ? 3 : 0
    },
    outputs: async (stackName, region) => {
      calls.push(`outputs ${stackName}`)
      regions.add(region)
      if (error) throw error
      return stacks[stackName]
    },
    clear: async (stack) => {
      calls.push('clear')
      cleared.push(stack)
    },
    ask: async (question) => {
      calls.push(`ask ${question}`)
      return answer
    },
    say: (line) => void said.push(line),
  }
  return { world, calls, said, regions, cleared }
}

const READY = { CDKToolkit: { BootstrapVersion: '30' }, SocialPublisher: OUTPUTS }
const named = (name: string, message: string) => Object.assign(new Error(message), { name })

describe('deploying', () => {
  it('checks, builds, shows, asks, deploys what was shown, and says where things are', async () => {
    const { world, calls, said } = recorder({ stacks: READY, answer: 'yes' })
    await deploy([], world)
    expect(calls).toEqual([
      'outputs CDKToolkit',
      'build --arch arm64 --if-stale',
      'cdk synth SocialPublisher --quiet --output cdk.out',
      'cdk diff SocialPublisher --app cdk.out',
      'ask Deploy SocialPublisher? (yes/no) ',
      'cdk deploy SocialPublisher --app cdk.out --require-approval never',
      'outputs SocialPublisher',
    ])
    expect(said).toContain(`Base URL: ${OUTPUTS.BaseUrl}`)
    expect(said).toContain(`CDN: ${OUTPUTS.CdnUrl}`)
    expect(said).toContain('  npm run -s admin -- owner create NAME')
    expect(said.join()).not.toContain('points at')
  })

  it('takes a stage to a region, with settings, and asks nothing when told so', async () => {
    const stacks = { CDKToolkit: { BootstrapVersion: '6' }, 'SocialPublisher-live': OUTPUTS }
    const { world, calls, said, regions } = recorder({ stacks })
    await deploy(['--stage', 'live', '--region', 'ap-southeast-2', '-c', 'waf=true', '--yes'], world)
    expect(calls).toContain('cdk synth SocialPublisher-live --quiet --output cdk.out -c waf=true -c stage=live')
    expect(calls).toContain('cdk deploy SocialPublisher-live --app cdk.out --require-approval never')
    expect(calls.join()).not.toContain('ask')
    expect([...regions]).toEqual(['ap-southeast-2'])
    expect(said.at(-1)).toMatch(/--stack SocialPublisher-live --region ap-southeast-2$/)
  })

  it.each([
    ['no', 'Nothing was deployed.'],
    ['', 'Nothing was deployed.'],
    [undefined, 'Nobody can be asked here: give --yes to deploy what is shown above.'],
  ])('stops before anything is changed when the answer is %j', async (answer, message) => {
    const { world, calls } = recorder({ stacks: READY, answer })
    await expect(deploy([], world)).rejects.toThrow(new Hindrance(message))
    expect(calls.some((call) => call.startsWith('cdk deploy'))).toBe(false)
  })

  it.each([
    [{}, /The CDK is not set up in the region of these credentials\. .*npx cdk bootstrap$/],
    [{ CDKToolkit: { BootstrapVersion: '5' } }, /by an old version \(5\)\. Do it again: npx cdk bootstrap$/],
  ])('needs a bootstrap before it builds anything: %j', async (stacks, message) => {
    const { world, calls } = recorder({ stacks: stacks as Given['stacks'] })
    await expect(deploy([], world)).rejects.toThrow(message)
    expect(calls).toEqual(['outputs CDKToolkit'])
  })

  it.each([
    [named('Error', 'Region is missing'), 'No region: give --region REGION, or set AWS_REGION.'],
    [named('CredentialsProviderError', 'Could not load'), /^No AWS credentials: set AWS_PROFILE or log in/],
    [named('ExpiredToken', 'x'), 'The AWS credentials have expired: log in again.'],
    [named('InvalidClientTokenId', 'x'), /^AWS does not know these credentials/],
    [named('AccessDenied', 'User arn:… is not authorized'), /^These credentials may not read CloudFormation/],
  ])('says in one line what is wrong with the credentials: %s', async (error, message) => {
    const { world } = recorder({ error })
    const outcome = await deploy([], world).catch((reason: unknown) => reason)
    expect(outcome).toBeInstanceOf(Hindrance)
    expect((outcome as Error).message).toMatch(message)
    expect((outcome as Error).message.split('\n')).toHaveLength(1)
  })

  it.each(['build', 'synth', 'diff', 'deploy'])('stops where %s fails', async (failing) => {
    const { world, calls } = recorder({
      stacks: READY,
      failing: failing === 'build' ? '--if-stale' : failing,
      answer: 'y',
    })
    await expect(deploy([], world)).rejects.toThrow(/ended with exit code 3\.$/)
    expect(calls.at(-1)).toMatch(new RegExp(`^(${failing}|cdk ${failing})`))
  })

  it.each([
    [['--stage', 'Live'], /^The setting stage is "Live"/],
    [['-c', 'waf'], '-c waf is not name=value.'],
    [['--region', 'Frankfurt'], 'The region is Frankfurt: it must look like eu-central-1.'],
    [['--region', 'cn-north-1'], /^The region cn-north-1 is not a commercial one/],
    [['--force'], /Unknown option '--force'.*There are: --stage NAME/],
  ])('refuses %j before it asks AWS', async (args, message) => {
    const { world, calls } = recorder({ stacks: READY })
    await expect(deploy(args, world)).rejects.toThrow(message)
    expect(calls).toEqual([])
  })
})

describe('destroying', () => {
  it('says what stays, asks for the name, takes away what would hold it up, destroys', async () => {
    const { world, calls, said, cleared } = recorder({ stacks: READY, answer: 'SocialPublisher' })
    await destroy([], world)
    expect(calls).toEqual([
      'outputs SocialPublisher',
      'ask Type SocialPublisher to destroy it: ',
      'clear',
      'cdk destroy SocialPublisher --force',
    ])
    expect(said[0]).toMatch(/These stay and cost on .*the-table.*the-bucket.*the-key/)
    expect(cleared[0]).toMatchObject({ stackName: 'SocialPublisher', withData: false })
  })

  it('goes by what was deployed, not by what is set now, about the data', async () => {
    const stacks = { SocialPublisher: { ...OUTPUTS, DataRetained: 'false' } }
    const { world, said, cleared } = recorder({ stacks, environment: { RETAIN_DATA: 'true' } })
    await destroy(['--yes'], world)
    expect(said[0]).toMatch(/ALL ITS DATA/)
    expect(cleared[0]!.withData).toBe(true)
  })

  it.each([
    ['y', 'Nothing was destroyed.'],
    ['socialpublisher', 'Nothing was destroyed.'],
    [undefined, 'Nobody can be asked here: give --yes to destroy it.'],
  ])('does nothing when the answer is %j', async (answer, message) => {
    const { world, calls } = recorder({ stacks: READY, answer })
    await expect(destroy([], world)).rejects.toThrow(new Hindrance(message))
    expect(calls).not.toContain('clear')
    expect(calls.some((call) => call.startsWith('cdk'))).toBe(false)
  })

  it.each([
    [{}, 'There is no stack SocialPublisher in eu-west-1.'],
    [{ SocialPublisher: { Other: 'x' } }, 'The stack SocialPublisher is not one of this service.'],
  ])('leaves other stacks alone: %j', async (stacks, message) => {
    const { world, calls } = recorder({ stacks: stacks as Given['stacks'] })
    await expect(destroy(['--region', 'eu-west-1', '--yes'], world)).rejects.toThrow(new Hindrance(message))
    expect(calls).toEqual(['outputs SocialPublisher'])
  })
})

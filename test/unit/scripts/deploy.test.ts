// Deploying and destroying, with a recorder in the place of AWS and the CDK.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Account, warningsOf } from '../../../scripts/account.ts'
import { deploy } from '../../../scripts/deploy.ts'
import {
  askAt,
  checkout,
  type DeployedStack,
  Hindrance,
  type Standing,
  type World,
} from '../../../scripts/deployment.ts'
import { readWanted } from '../../../scripts/deployment-options.ts'
import { destroy } from '../../../scripts/destroy.ts'

const OUTPUTS = {
  BaseUrl: 'https://abc.execute-api.eu-central-1.amazonaws.com',
  CdnUrl: 'https://d1.cloudfront.net',
  DashboardUrl: 'https://d2.cloudfront.net',
  Dashboard: 'https://eu-central-1.console.aws.amazon.com/cloudwatch',
  RestApiId: 'abc',
  UsagePlanId: 'plan',
  TableName: 'the-table',
  MediaBucket: 'the-bucket',
  TokenKeyId: 'the-key',
  UserPoolId: 'the-pool',
  DataRetained: 'true',
}

const ACCOUNT: Account = { id: '111122223333', region: 'eu-central-1', concurrency: 1000, hasDistribution: true }

const CERTIFICATE = 'arn:aws:acm:eu-central-1:111122223333:certificate/5f3b2c1d'

interface Given {
  account?: Partial<Account>
  stacks?: Record<string, Record<string, string>>
  failing?: string
  error?: Error
  answer?: string
  standing?: Partial<Standing>
  clearing?: Error
  environment?: Record<string, string>
  paused?: boolean
}

function recorder({
  account = {},
  stacks = {},
  failing,
  error,
  answer,
  standing: found = {},
  clearing,
  environment = {},
  paused = false,
}: Given) {
  const calls: string[] = []
  const said: string[] = []
  const regions = new Set<string | undefined>()
  const cleared: DeployedStack[] = []
  /** Stacks that stand and how, deployments that fail, what AWS says then, and what happens at a question or as a deployment ends. */
  const moments = { onDeployed: () => {}, onFailed: () => {}, onAsked: () => {} }
  const standing = { known: { ...stacks }, found, failing, error, paused, ...moments }
  const world: World = {
    environment: { PATH: '/bin', ...environment },
    folder: checkout.folder,
    calls: checkout.calls,
    run: async (program, args, { AWS_REGION }) => {
      calls.push([program, ...args].join(' '))
      regions.add(AWS_REGION)
      if (standing.failing !== undefined && args.includes(standing.failing)) {
        standing.onFailed()
        return 3
      }
      if (args[0] === 'deploy') standing.onDeployed()
      return 0
    },
    account: async (stackName, region) => {
      calls.push(`account of ${stackName}`)
      regions.add(region)
      if (error) throw error
      return { ...ACCOUNT, ...(region ? { region } : {}), ...account }
    },
    outputs: async (stackName, region) => {
      calls.push(`outputs ${stackName}`)
      regions.add(region)
      if (standing.error) throw standing.error
      return standing.known[stackName]
    },
    standing: async () => ({
      account: ACCOUNT.id,
      region: ACCOUNT.region,
      status: 'UPDATE_COMPLETE',
      isProtected: false,
      ...standing.found,
    }),
    clear: async (stack) => {
      calls.push('clear')
      cleared.push(stack)
      if (clearing) throw clearing
    },
    isPaused: async () => standing.paused,
    ask: async (question) => {
      calls.push(`ask ${question}`)
      standing.onAsked()
      return answer
    },
    say: (line) => void said.push(line),
  }
  return { world, calls, said, regions, cleared, stacks: standing }
}

/** The triggers of earlier deployments are removed. */
const FORGET = ' --rollback-trigger-alarm-arns none'

const READY = { CDKToolkit: { BootstrapVersion: '30' }, SocialPublisher: OUTPUTS }
const named = (name: string, message: string) => Object.assign(new Error(message), { name })

describe('deploying', () => {
  it('checks, builds, shows, asks, deploys what was shown, and says where things are', async () => {
    const { world, calls, said, regions } = recorder({ stacks: READY, answer: 'yes' })
    await deploy([], world)
    // The CDK deploys where AWS was looked at.
    expect([...regions]).toEqual([undefined, ACCOUNT.region])
    expect(calls).toEqual([
      'account of SocialPublisher',
      'outputs CDKToolkit',
      'outputs SocialPublisher',
      'build --arch arm64 --if-stale',
      'cdk synth SocialPublisher --quiet --output cdk.out -c accountConcurrency=1000',
      'cdk diff SocialPublisher --app cdk.out',
      'ask Deploy SocialPublisher? (yes/no) ',
      `cdk deploy SocialPublisher --app cdk.out --require-approval never${FORGET}`,
      'outputs SocialPublisher',
    ])
    expect(said).toContain(`Base URL: ${OUTPUTS.BaseUrl}`)
    expect(said).toContain(`CDN: ${OUTPUTS.CdnUrl}`)
    // The one where people sign in, and the one of figures and alarms.
    expect(said).toContain(`Dashboard: ${OUTPUTS.DashboardUrl}`)
    expect(said).toContain(`CloudWatch: ${OUTPUTS.Dashboard}`)
    expect(said).toContain('  npm run -s admin -- owner create NAME')
    expect(said).toContain('SocialPublisher goes to eu-central-1 of the AWS account 111122223333.')
    expect(said.join()).not.toContain('points at')
    expect(said.join()).not.toContain('Note:')
  })

  it('names what the names of the settings have to point at, each of the three', async () => {
    const targets = {
      ApiDomainTarget: 'd-api',
      CdnDomainTarget: 'd1.cloudfront.net',
      DashboardDomainTarget: 'd2.cloudfront.net',
    }
    const { world, said } = recorder({ stacks: { ...READY, SocialPublisher: { ...OUTPUTS, ...targets } } })
    await deploy(['--yes'], world)
    expect(said.filter((line) => line.includes('points at'))).toEqual([
      'API name points at: d-api',
      'CDN name points at: d1.cloudfront.net',
      'Dashboard name points at: d2.cloudfront.net',
    ])
  })

  it('leaves the stack protected where the operator has protected it from being deleted', async () => {
    const { world, calls } = recorder({ stacks: READY, standing: { isProtected: true } })
    await deploy(['--yes'], world)
    expect(calls).toContain(
      'cdk synth SocialPublisher --quiet --output cdk.out -c accountConcurrency=1000 -c terminationProtection=true',
    )
  })

  it('takes the protection off where the caller says so', async () => {
    const { world, calls } = recorder({ stacks: READY, standing: { isProtected: true } })
    await deploy(['-c', 'terminationProtection=false', '--yes'], world)
    expect(calls).toContain(
      'cdk synth SocialPublisher --quiet --output cdk.out -c terminationProtection=false -c accountConcurrency=1000',
    )
  })

  it('names settings that an earlier deployment had, and whose work this one would take away', async () => {
    const { UserPoolId: _, ...outputs } = OUTPUTS
    const before = { ApiDomainTarget: 'd-api', InstagramAppId: '12345', SignInIssuer: 'https://login.example.com' }
    const stacks = { ...READY, SocialPublisher: { ...outputs, ...before } }
    const notesWith = async (...more: string[]) => {
      const { world, said } = recorder({ stacks })
      await deploy(['--yes', ...more], world)
      return said.filter((line) => line.startsWith('Note: '))
    }
    expect(await notesWith()).toEqual([
      expect.stringMatching(
        /with apiDomain, instagramAppId and signInIssuer, and this time without: .* not remembered/,
      ),
    ])
    const domain = ['-c', 'apiDomain=api.example.com', '-c', `apiCertificateArn=${CERTIFICATE}`]
    const app = [
      '-c',
      'instagramAppId=12345',
      '-c',
      'instagramAppSecretArn=arn:aws:ssm:eu-central-1:111122223333:parameter/s',
    ]
    const provider = [
      '-c',
      'signInIssuer=https://login.example.com',
      '-c',
      'signInClientId=c',
      '-c',
      `signInClientSecretArn=${app[3]!.split('=')[1]}`,
    ]
    expect(await notesWith(...domain, ...app, ...provider)).toEqual([])
  })

  it('deploys nothing else than what it has shown, where another command writes to the folder before the answer', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shown-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const write = (setting: string) => writeFileSync(join(folder, 'SocialPublisher.template.json'), setting)
    write('as shown')
    const { world, calls, stacks } = recorder({ stacks: READY, answer: 'yes' })
    stacks.onAsked = () => write('with other settings')
    await expect(deploy(['--output', folder], world)).rejects.toThrow(
      `Nothing was deployed: another command has written to ${folder} meanwhile, so that is not what is shown above.`,
    )
    expect(calls.some((call) => call.startsWith('cdk deploy'))).toBe(false)
    stacks.onAsked = () => {}
    await deploy(['--output', folder], world)
    expect(calls.some((call) => call.startsWith('cdk deploy'))).toBe(true)
  })

  it('says where publishing is paused that the deployment may start it, and in the end whether it has', async () => {
    const note = expect.stringMatching(/^Note: Publishing is paused .* CloudFormation may start it again/)
    const { world, said, stacks } = recorder({ stacks: READY, paused: true })
    await deploy(['--yes'], world)
    expect(said).toContainEqual(note)
    expect(said.at(-1)).toMatch('Publishing is still paused: npm run -s admin -- publish resume starts it.')
    stacks.onDeployed = () => Object.assign(stacks, { paused: false })
    await deploy(['--yes'], world)
    expect(said.at(-1)).toMatch('Publishing is not paused any more')
    await deploy(['--yes'], world)
    expect(said.at(-1)).not.toMatch('Publishing')
  })

  it('takes a stage to a region, with settings, and asks nothing when told so', async () => {
    const stacks = { CDKToolkit: { BootstrapVersion: '6' }, 'SocialPublisher-live': OUTPUTS }
    const { world, calls, said, regions } = recorder({ stacks })
    await deploy(['--stage', 'live', '--region', 'ap-southeast-2', '-c', 'waf=true', '--yes'], world)
    expect(calls).toContain(
      'cdk synth SocialPublisher-live --quiet --output cdk.out -c waf=true -c stage=live -c accountConcurrency=1000',
    )
    expect(calls).toContain(`cdk deploy SocialPublisher-live --app cdk.out --require-approval never${FORGET}`)
    expect(calls.join()).not.toContain('ask')
    expect([...regions]).toEqual(['ap-southeast-2'])
    expect(said.at(-1)).toMatch(/--stack SocialPublisher-live --region ap-southeast-2$/)
  })

  it('synthesizes without AWS when told to deploy nothing', async () => {
    const { world, calls, said } = recorder({ error: named('CredentialsProviderError', 'Could not load') })
    await deploy(['--dry-run', '--stage', 'live', '--output', 'out'], world)
    expect(calls).toEqual([
      'build --arch arm64 --if-stale',
      'cdk synth SocialPublisher-live --quiet --output out -c stage=live',
    ])
    expect(said).toEqual(['Nothing was deployed. The template is out/SocialPublisher-live.template.json.'])
  })

  it('makes a template for others: says how its files get to their bucket, and the link that creates the stack', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assembly-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'SocialPublisher.assets.json')
    const parameter = 'AssetsBucket'
    const at = (objectKey: string) => ({
      here: { bucketName: `\${${parameter}}`, objectKey: `releases/1/${objectKey}` },
    })
    const files = {
      code: { source: { path: 'asset.1' }, destinations: at('1.zip') },
      template: { source: { path: 'SocialPublisher.template.json' }, destinations: at('2.json') },
    }
    writeFileSync(file, JSON.stringify({ files }))
    const { world, calls, said } = recorder({})
    const words = ['--dry-run', '--assets', 'my-bucket/releases/1', '--region', 'eu-west-1', '--output', folder]
    await deploy(words, world)
    expect(calls.at(-1)).toBe(`cdk synth SocialPublisher --quiet --output ${folder} -c assets=my-bucket/releases/1`)
    expect(readFileSync(file, 'utf8')).toContain('"bucketName":"my-bucket","objectKey":"releases/1/1.zip"')
    expect(said[1]).toBe(
      `Upload it with its files: AWS_REGION=eu-west-1 npx cdk publish-assets SocialPublisher --app ${folder} --exclusively --unstable=publish-assets`,
    )
    const link = new URL(said[2]!.slice(said[2]!.indexOf('https://')))
    const asked = new URLSearchParams(link.hash.slice(link.hash.indexOf('?')))
    expect(Object.fromEntries(asked)).toEqual({
      templateURL: 'https://my-bucket.s3.eu-west-1.amazonaws.com/releases/1/2.json',
      stackName: 'SocialPublisher',
    })
    // https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html: 100 stay unreserved.
    expect(said.slice(3)).toEqual([
      expect.stringMatching(/^Note: The template reserves 250 .* fewer than 350: .* -c accountConcurrency=10 /),
      // It is made in one step, of which nothing could be taken back.
      expect.stringMatching(/^Note: The template protects its table and its user pool .* -c deletionProtection=false /),
    ])
    for (const withoutProtection of ['deletionProtection=false', 'retainData=false']) {
      const fitting = recorder({})
      await deploy([...words, '-c', 'accountConcurrency=10', '-c', withoutProtection], fitting.world)
      expect(fitting.said.filter((line) => line.startsWith('Note: '))).toEqual([])
    }
  })

  it.each([
    [['--assets', 'my-bucket'], 'give --dry-run with it'],
    [['--dry-run', '--assets', 'No Bucket'], 'is no bucket'],
    [['--dry-run', '--assets', 'my-bucket/a b'], 'is no bucket'],
  ])('refuses %j', async (words, message) => {
    const { world, calls } = recorder({ stacks: READY })
    await expect(deploy(words, world)).rejects.toThrow(message)
    expect(calls).toEqual([])
  })

  it('calls other commands as its caller has to', async () => {
    const { world, said } = recorder({ stacks: READY })
    world.calls = { admin: 'theirs admin', bootstrap: 'theirs bootstrap', publishAssets: 'theirs publish' }
    await deploy(['--yes'], world)
    expect(said).toContain('  theirs admin owner create NAME')
    const without = recorder({})
    without.world.calls = world.calls
    await expect(deploy([], without.world)).rejects.toThrow(/: theirs bootstrap aws:\/\/111122223333\/eu-central-1$/)
  })

  it('reads the settings where the CDK reads its context: first in cdk.json, last in the home folder', async () => {
    const HOME = mkdtempSync(join(tmpdir(), 'home-'))
    const folder = mkdtempSync(join(tmpdir(), 'folder-'))
    onTestFinished(() => {
      for (const one of [HOME, folder]) rmSync(one, { recursive: true })
    })
    const write = (where: string, name: string, content: object) =>
      writeFileSync(join(where, name), JSON.stringify(content))
    write(HOME, '.cdk.json', { context: { stage: 'home', logLevel: 'DEBUG', rollbackMinutes: 15 } })
    write(folder, 'cdk.context.json', { stage: 'looked-up', logLevel: 'WARN' })
    write(folder, 'cdk.json', { context: { stage: 'project' } })
    const { world } = recorder({ environment: { HOME } })
    const { settings } = readWanted([], { ...world, folder })
    expect(settings).toMatchObject({ stackName: 'SocialPublisher-project', logLevel: 'WARN', rollbackMinutes: 15 })
    write(HOME, '.cdk.json', { context: { alarmMail: 'a@example.com' } })
    expect(() => readWanted([], { ...world, folder })).toThrow(/^There is no setting alarmMail/)
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
    [
      {},
      'The CDK is not set up in the region eu-central-1 of the account 111122223333. Once for each account and region: npx cdk bootstrap aws://111122223333/eu-central-1',
    ],
    [
      { CDKToolkit: { BootstrapVersion: '5' } },
      /by an old version \(5\)\. Do it again: npx cdk bootstrap aws:\/\/111122223333\/eu-central-1$/,
    ],
  ])('needs a bootstrap before it builds anything: %j', async (stacks, message) => {
    const { world, calls } = recorder({ stacks: stacks as Given['stacks'] })
    await expect(deploy([], world)).rejects.toThrow(message)
    expect(calls).toEqual(['account of SocialPublisher', 'outputs CDKToolkit'])
  })

  it.each([
    [named('Error', 'Region is missing'), 'No region: give --region REGION, or set AWS_REGION.'],
    [named('CredentialsProviderError', 'Could not load'), /^No AWS credentials: set AWS_PROFILE or log in/],
    [named('ExpiredToken', 'x'), 'The AWS credentials have expired: log in again.'],
    [named('InvalidClientTokenId', 'x'), /^AWS does not know these credentials/],
    [
      Object.assign(named('Error', 'getaddrinfo ENOTFOUND sts.eu-nowhere-9.amazonaws.com'), { code: 'ENOTFOUND' }),
      /^sts\.eu-nowhere-9\.amazonaws\.com cannot be found: is this machine online, and is there such a region\?$/,
    ],
    [named('AccessDenied', 'User arn:… is not authorized'), /^These credentials may not read CloudFormation/],
    [
      Object.assign(named('Throttling', 'Rate exceeded'), { $metadata: {} }),
      'AWS could not be asked: Throttling: Rate exceeded.',
    ],
    [
      Object.assign(named('Error', 'connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED', $metadata: {} }),
      'AWS could not be asked: connect ECONNREFUSED 127.0.0.1:9.',
    ],
  ])('says in one line what is wrong with the credentials: %s', async (error, message) => {
    const { world } = recorder({ error })
    const outcome = await deploy([], world).catch((reason: unknown) => reason)
    expect(outcome).toBeInstanceOf(Hindrance)
    expect((outcome as Error).message).toMatch(message)
    expect((outcome as Error).message.split('\n')).toHaveLength(1)
  })

  it.each<[Record<string, string>, string]>([
    [{ WebsiteUrl: 'https://shop.example.com' }, 'UPDATE_COMPLETE'],
    [{}, 'CREATE_COMPLETE'],
    [{}, 'UPDATE_ROLLBACK_COMPLETE'],
  ])('does not put itself in the place of a stack of something else: %j, %s', async (outputs, status) => {
    const { world, calls } = recorder({ stacks: { ...READY, SocialPublisher: outputs }, standing: { status } })
    await expect(deploy(['--yes'], world)).rejects.toThrow(
      'There is a stack SocialPublisher already, and it is not one of this service: choose another name',
    )
    expect(calls.some((call) => call.startsWith('cdk'))).toBe(false)
  })

  it.each(['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'CREATE_FAILED', 'REVIEW_IN_PROGRESS'])(
    'deploys again where the first deployment did not succeed: %s',
    async (status) => {
      const { world, calls } = recorder({ stacks: { ...READY, SocialPublisher: {} }, standing: { status } })
      await deploy(['--yes'], world)
      expect(calls.filter((call) => call.startsWith('cdk deploy'))).toHaveLength(2)
    },
  )

  it.each(['IMPORT_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE'])(
    'deploys into a stack that kept data were imported into, without taking their protection away: %s',
    async (status) => {
      const { world, calls, stacks } = recorder({
        stacks: { ...READY, SocialPublisher: {} },
        standing: { status, hasTokenKey: true },
      })
      stacks.onDeployed = () => Object.assign(stacks.known, READY)
      await deploy(['--yes'], world)
      const deployments = calls.filter((call) => /^cdk (synth|deploy)/.test(call))
      expect(deployments).toEqual([
        'cdk synth SocialPublisher --quiet --output cdk.out -c accountConcurrency=1000',
        // There is no alarm yet that could be watched.
        'cdk deploy SocialPublisher --app cdk.out --require-approval never',
      ])
    },
  )

  it.each([
    ['UPDATE_IN_PROGRESS', OUTPUTS, 'is being changed at this moment (UPDATE_IN_PROGRESS). Nothing was deployed: try'],
    ['CREATE_IN_PROGRESS', {}, 'is being changed at this moment (CREATE_IN_PROGRESS). Nothing was deployed: try'],
    [
      'DELETE_FAILED',
      OUTPUTS,
      'Delete what is left of it first: aws cloudformation delete-stack --region eu-central-1',
    ],
  ])('says before it builds anything that a stack cannot be changed: %s', async (status, outputs, message) => {
    const { world, calls } = recorder({ stacks: { ...READY, SocialPublisher: outputs }, standing: { status } })
    await expect(deploy(['--yes'], world)).rejects.toThrow(message)
    expect(calls.some((call) => /^(build|cdk)/.test(call))).toBe(false)
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
    [
      'apiCertificateArn',
      'arn:aws:acm:us-east-1:111122223333:certificate/5f3b2c1d',
      ['-c', 'apiDomain=api.example.com'],
    ],
    ['alarmTopicArn', 'arn:aws:sns:us-east-1:111122223333:oncall', []],
  ])('refuses %s of another region before it builds anything: AWS would after minutes', async (name, arn, more) => {
    const { world, calls } = recorder({ stacks: READY, answer: 'yes' })
    await expect(deploy(['-c', `${name}=${arn}`, ...more], world)).rejects.toThrow(
      new Hindrance(
        `The setting ${name} names one of us-east-1: the stack goes to eu-central-1, and AWS takes it only from there.`,
      ),
    )
    expect(calls).toEqual(['account of SocialPublisher'])
  })

  it.each([
    ['apiDomain', 'apiCertificateArn', 'arn:aws:acm:eu-central-1:999900009999:certificate/5f3b2c1d'],
    ['dashboardDomain', 'dashboardCertificateArn', 'arn:aws:acm:us-east-1:999900009999:certificate/5f3b2c1d'],
    ['waf', 'cdnWebAclArn', 'arn:aws:wafv2:us-east-1:999900009999:global/webacl/people/5f3b2c1d'],
  ])('refuses, beside %s, %s of another account: AWS would after minutes', async (beside, name, arn) => {
    const { world, calls } = recorder({ stacks: READY, answer: 'yes' })
    const value = beside === 'waf' ? 'true' : 'app.example.com'
    await expect(deploy(['-c', `${beside}=${value}`, '-c', `${name}=${arn}`], world)).rejects.toThrow(
      new Hindrance(
        `The setting ${name} names one of the account 999900009999: the stack goes to 111122223333, and AWS takes it only from there.`,
      ),
    )
    expect(calls).toEqual(['account of SocialPublisher'])
  })

  it.each([
    [['--stage', 'Live'], /^The setting stage is "Live"/],
    [['-c', 'waf'], '-c waf is not name=value.'],
    [['-c', 'retaindata=false'], 'There is no setting retaindata; retainData is one.'],
    [['--region', 'Frankfurt'], 'The region is Frankfurt: it must look like eu-central-1.'],
    [['--region', 'cn-north-1'], /^The region cn-north-1 is not a commercial one/],
    [['--force'], /Unknown option '--force'.*There are: --stage NAME/],
  ])('refuses %j before it asks AWS', async (args, message) => {
    const { world, calls } = recorder({ stacks: READY })
    await expect(deploy(args, world)).rejects.toThrow(message)
    expect(calls).toEqual([])
  })
})

describe('deploying to a new account', () => {
  const NEW = { concurrency: 10, hasDistribution: false }
  const EMPTY = { CDKToolkit: { BootstrapVersion: '30' } }

  it('says in a sentence each what will not work and what to do, and deploys what the account can bear', async () => {
    const { world, calls, said } = recorder({ account: NEW, stacks: READY })
    await deploy(['--yes'], world)
    const notes = said.filter((line) => line.startsWith('Note: '))
    expect(notes).toHaveLength(2)
    expect(notes[0]).toMatch(/^Note: Lambda runs 10 functions at once .* in eu-central-1, .* Service Quotas/)
    expect(notes[1]).toMatch(/^Note: CloudFront .*must be verified .* ask AWS Support for it, then deploy again\.$/)
    expect(calls).toContain('cdk synth SocialPublisher --quiet --output cdk.out -c accountConcurrency=10')
    expect(calls).toContain(`cdk deploy SocialPublisher --app cdk.out --require-approval never${FORGET}`)
  })

  it.each<[Partial<Account>, RegExp[]]>([
    [{}, []],
    [{ concurrency: 5000 }, []],
    [{ concurrency: 999 }, [/^Lambda runs 999 functions/]],
    [{ concurrency: undefined }, [/^These credentials may not ask Lambda .* give -c accountConcurrency=NUMBER\.$/]],
    [{ hasDistribution: undefined }, [/^These credentials may not ask CloudFront/]],
    [{ region: 'eu-central-2' }, [/^Lambda has no function URLs in eu-central-2, .* deploy to another region/]],
    [{ region: 'mx-central-1' }, [/^Lambda has no function URLs in mx-central-1/]],
  ])('has a sentence for %j', (account, expected) => {
    const warnings = warningsOf({ ...ACCOUNT, ...account })
    expect(warnings).toHaveLength(expected.length)
    for (const [at, pattern] of expected.entries()) expect(warnings[at]).toMatch(pattern)
    for (const warning of warnings) expect(warning).toMatch(/^[^\n]+\.$/)
  })

  it.each<[string[], Record<string, string>, Partial<Account>, string]>([
    [['-c', 'accountConcurrency=50'], {}, NEW, ' -c accountConcurrency=50'],
    [[], { ACCOUNT_CONCURRENCY: '50' }, NEW, ''],
    [[], {}, { concurrency: undefined }, ''],
    // Others have reserved nearly all there is.
    [[], {}, { concurrency: 3 }, ' -c accountConcurrency=10'],
  ])('given %j and %j, an account of %j is deployed with "%s"', async (args, environment, account, context) => {
    const { world, calls } = recorder({ account, stacks: READY, environment })
    await deploy([...args, '--yes'], world)
    expect(calls).toContain(`cdk synth SocialPublisher --quiet --output cdk.out${context}`)
  })

  const deployments = (calls: string[]) => calls.filter((call) => /^cdk (synth|deploy)/.test(call))

  it('protects the table and the user pool in a second step, when the first deployment has succeeded', async () => {
    const { world, calls, stacks } = recorder({ stacks: EMPTY, answer: 'yes' })
    stacks.onDeployed = () => Object.assign(stacks.known, READY)
    await deploy([], world)
    expect(deployments(calls)).toEqual([
      'cdk synth SocialPublisher --quiet --output cdk.out -c accountConcurrency=1000 -c deletionProtection=false',
      'cdk deploy SocialPublisher --app cdk.out --require-approval never',
      'cdk synth SocialPublisher --quiet --output cdk.out -c accountConcurrency=1000',
      'cdk deploy SocialPublisher --app cdk.out --require-approval never',
    ])
    expect(calls.filter((call) => call.startsWith('ask'))).toHaveLength(1)
  })

  // Protected, a stack whose creation failed could not be deleted, and nothing else can be done with it.
  it.each([
    ['terminationProtection=true', ' -c deletionProtection=false -c terminationProtection=false'],
    ['retainData=false', ' -c deletionProtection=false -c terminationProtection=false'],
  ])('protects the stack itself in the second step, too, with %s', async (setting, first) => {
    const { world, calls, said, stacks } = recorder({ stacks: EMPTY })
    stacks.onDeployed = () => Object.assign(stacks.known, READY)
    await deploy(['-c', setting, '-c', 'terminationProtection=true', '--yes'], world)
    const wanted = `cdk synth SocialPublisher --quiet --output cdk.out${[setting, 'terminationProtection=true']
      .filter((one, at, all) => all.indexOf(one) === at)
      .map((one) => ` -c ${one}`)
      .join('')} -c accountConcurrency=1000`
    expect(deployments(calls).filter((call) => call.includes('synth'))).toEqual([`${wanted}${first}`, wanted])
    expect(said.join('\n')).toMatch(/a second step turns on .*termination protection of the stack/)
  })

  it('names the command by which a protected stack goes whose first deployment failed', async () => {
    const { world, calls } = recorder({
      stacks: { ...EMPTY, SocialPublisher: {} },
      standing: { status: 'ROLLBACK_COMPLETE', isProtected: true },
    })
    await expect(deploy(['--yes'], world)).rejects.toThrow(
      /was not made completely \(ROLLBACK_COMPLETE\), and it is protected .* Nothing was deployed\. .*--no-enable-termination-protection --region eu-central-1 --stack-name SocialPublisher$/,
    )
    expect(deployments(calls)).toEqual([])
  })

  it('has alarms take it back, where that is wanted and there are alarms', async () => {
    const { world, calls, said } = recorder({ stacks: READY })
    await deploy(['-c', 'rollbackMinutes=15', '--yes'], world)
    const watched = ['ServerErrors', 'FunctionErrors', 'PublishFailures', 'PublishDeadLetters'].map(
      (name) =>
        ` --rollback-trigger-alarm-arns arn:aws:cloudwatch:eu-central-1:111122223333:alarm:SocialPublisher-${name}`,
    )
    expect(deployments(calls).at(-1)).toBe(
      `cdk deploy SocialPublisher --app cdk.out --require-approval never${watched.join('')} --monitoring-time-minutes 15`,
    )
    expect(said.join('\n')).toMatch(/watches server-errors, .* for 15 minutes after it, and takes it back/)
    const first = recorder({ stacks: EMPTY })
    first.stacks.onDeployed = () => Object.assign(first.stacks.known, READY)
    await deploy(['-c', 'rollbackMinutes=15', '--yes'], first.world)
    expect(deployments(first.calls).join()).not.toContain('alarm')
    expect(first.said.join()).not.toContain('takes it back')
  })

  it.each([['retainData=false'], ['deletionProtection=false']])('needs no second step with %s', async (setting) => {
    const { world, calls, stacks } = recorder({ stacks: EMPTY })
    stacks.onDeployed = () => Object.assign(stacks.known, READY)
    await deploy(['-c', setting, '--yes'], world)
    expect(deployments(calls)).toHaveLength(2)
  })

  it('takes a stack that a failed first deployment left behind for none', async () => {
    const { world, calls, stacks } = recorder({
      stacks: { ...EMPTY, SocialPublisher: {} },
      standing: { status: 'ROLLBACK_COMPLETE' },
    })
    stacks.onDeployed = () => Object.assign(stacks.known, READY)
    await deploy(['--yes'], world)
    expect(deployments(calls)).toHaveLength(4)
  })

  it('says what has become of the rest where a step fails', async () => {
    const first = recorder({ stacks: EMPTY, failing: 'deploy' })
    await expect(deploy(['--yes'], first.world)).rejects.toThrow(
      /^cdk deploy ended with exit code 3\. It was the first deployment .* nothing is left .* deploy again\.$/,
    )
    expect(deployments(first.calls)).toHaveLength(2)
    const second = recorder({ stacks: EMPTY })
    second.stacks.onDeployed = () => Object.assign(second.stacks, { failing: 'deploy' })
    await expect(deploy(['--yes'], second.world)).rejects.toThrow(
      /^cdk deploy ended with exit code 3\. The stack stands and works, but its table and its user pool are not protected .* deploy again\.$/,
    )
    const later = recorder({ stacks: READY, failing: 'deploy' })
    await expect(deploy(['--yes'], later.world)).rejects.toThrow(/^cdk deploy ended with exit code 3\.$/)
  })

  it.each<[string, string, RegExp]>([
    // Ctrl-C, or no network: CloudFormation does not notice.
    [
      'first',
      'CREATE_IN_PROGRESS',
      /goes on by itself .* \(CREATE_IN_PROGRESS\)\. Deploy again .* also protects its table/,
    ],
    [
      'later',
      'UPDATE_IN_PROGRESS',
      /goes on by itself with what it has begun \(UPDATE_IN_PROGRESS\)\. .* has ended\.$/,
    ],
    ['first', 'CREATE_COMPLETE', /stands and works, but its table .* not protected/],
    ['first', 'ROLLBACK_IN_PROGRESS', /takes back what it made/],
    ['later', 'UPDATE_ROLLBACK_IN_PROGRESS', /puts everything back as it was/],
    ['later', 'UPDATE_ROLLBACK_COMPLETE', /puts everything back as it was/],
    ['later', 'UPDATE_ROLLBACK_FAILED', /continue-update-rollback --region eu-central-1 --stack-name SocialPublisher$/],
  ])('says of a %s deployment that broke off what CloudFormation makes of it: %s', async (which, status, message) => {
    const { world, stacks } = recorder({ stacks: which === 'first' ? EMPTY : READY, failing: 'deploy' })
    stacks.onFailed = () => {
      Object.assign(stacks.known, READY)
      stacks.found = { status }
    }
    await expect(deploy(['--yes'], world)).rejects.toThrow(message)
  })

  it('promises nothing of a deployment that nobody can look at, because the credentials have expired meanwhile', async () => {
    const { world, stacks } = recorder({ stacks: EMPTY, failing: 'deploy' })
    stacks.onFailed = () => Object.assign(stacks, { error: named('ExpiredToken', 'x') })
    await expect(deploy(['--yes'], world)).rejects.toThrow(
      'cdk deploy ended with exit code 3. The AWS credentials have expired: log in again. What CloudFormation has begun, it goes on with by itself: deploy again to see what has become of it.',
    )
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
    expect(said[0]).toMatch(/These stay and cost on .*the-table.*the-bucket.*the-key and the user pool the-pool/)
    expect(said[2]).toBe('It stands in eu-central-1 of the AWS account 111122223333.')
    expect(cleared[0]).toMatchObject({ stackName: 'SocialPublisher', withData: false })
  })

  it.each<[Partial<Standing>, string]>([
    [{ isProtected: true }, 'is protected from being deleted. Nothing was destroyed.'],
    [{ status: 'UPDATE_IN_PROGRESS' }, 'is being changed at this moment (UPDATE_IN_PROGRESS). Nothing was destroyed'],
    [{ status: 'DELETE_IN_PROGRESS' }, 'is being changed at this moment (DELETE_IN_PROGRESS)'],
  ])('takes no key away where CloudFormation would refuse then: %j', async (standing, message) => {
    const { world, calls } = recorder({ stacks: READY, standing })
    await expect(destroy(['--yes'], world)).rejects.toThrow(message)
    expect(calls).toEqual(['outputs SocialPublisher'])
  })

  it('says of a stack whose first deployment failed how what is left of it goes', async () => {
    const { world, calls } = recorder({ stacks: { SocialPublisher: {} }, standing: { status: 'ROLLBACK_COMPLETE' } })
    await expect(destroy(['--yes'], world)).rejects.toThrow(
      'no deployment of it has succeeded (ROLLBACK_COMPLETE). Deploy it again, or delete what is left: aws cloudformation delete-stack --region eu-central-1 --stack-name SocialPublisher',
    )
    expect(calls).toEqual(['outputs SocialPublisher'])
    const left = { status: 'ROLLBACK_COMPLETE', isProtected: true }
    await expect(
      destroy(['--yes'], recorder({ stacks: { SocialPublisher: {} }, standing: left }).world),
    ).rejects.toThrow(
      /delete what is left: .*--no-enable-termination-protection --region eu-central-1 --stack-name SocialPublisher && aws cloudformation delete-stack/,
    )
  })

  it.each([
    [
      Object.assign(named('AccessDeniedException', 'User: x may not'), { $metadata: {} }),
      'AccessDeniedException: User: x may not.',
    ],
    [named('ExpiredToken', 'x'), 'The AWS credentials have expired: log in again.'],
  ])('says what has become of the stack when it breaks off: %s', async (clearing, reason) => {
    const { world, calls } = recorder({ stacks: READY, clearing })
    await expect(destroy(['--yes'], world)).rejects.toThrow(
      new Hindrance(
        `${reason} The stack SocialPublisher still stands, without some of its API keys: destroy it again to go on.`,
      ),
    )
    expect(calls.at(-1)).toBe('clear')
  })

  it('says that CloudFormation goes on where somebody pressed Ctrl-C', async () => {
    const { world, stacks } = recorder({ stacks: READY, failing: 'destroy' })
    stacks.onFailed = () => {
      stacks.found = { status: 'DELETE_IN_PROGRESS' }
    }
    await expect(destroy(['--yes'], world)).rejects.toThrow(
      new Hindrance('cdk destroy ended with exit code 3. CloudFormation goes on by itself (DELETE_IN_PROGRESS).'),
    )
    const failed = recorder({ stacks: READY, failing: 'destroy' })
    await expect(destroy(['--yes'], failed.world)).rejects.toThrow(/exit code 3\.$/)
  })

  it('does nothing when asked for a dry run, which it has not', async () => {
    const { world, calls } = recorder({ stacks: READY })
    await expect(destroy(['--yes', '--dry-run'], world)).rejects.toThrow(/^destroy has no --dry-run/)
    expect(calls).toEqual([])
  })

  it('names no user pool where people sign in elsewhere', async () => {
    const { UserPoolId: _, ...outputs } = OUTPUTS
    const { world, said } = recorder({ stacks: { SocialPublisher: outputs } })
    await destroy(['--yes'], world)
    expect(said[0]).toMatch(/the-bucket and the token key the-key\.$/)
  })

  it('decides about the data by the deployed settings, not by the present ones', async () => {
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

describe('the CDK', () => {
  it('goes with the credentials and to the region that were looked at, whatever a cdk.json names', {
    tags: 'deep',
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cdk-home-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, '.cdk.json'), JSON.stringify({ profile: 'other', region: 'ap-south-1' }))
    writeFileSync(join(folder, 'credentials'), '[other]\naws_access_key_id=AKIAOTHER\naws_secret_access_key=x\n')
    const stack = { type: 'aws:cloudformation:stack', environment: 'aws://unknown-account/unknown-region' }
    const artifacts = { Some: { ...stack, properties: { templateFile: 'Some.json' } } }
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ version: '36.0.0', artifacts }))
    writeFileSync(join(folder, 'Some.json'), JSON.stringify({ Outputs: { One: { Value: '1' } } }))
    const callers = new Set<string>()
    const server = createServer(({ headers }, reply) => {
      const [, key, region] = /Credential=([^/]+)\/\d+\/([^/]+)/.exec(headers.authorization ?? '') ?? []
      callers.add(`${key} ${region}`)
      reply.writeHead(400, { 'content-type': 'text/xml' })
      reply.end('<ErrorResponse><Error><Code>ValidationError</Code><Message>no</Message></Error></ErrorResponse>')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const module = join(checkout.folder, 'scripts', 'deployment.ts')
    const caller = `import { checkout } from ${JSON.stringify(module)}
      await checkout.run('cdk', ['diff', 'Some', '--app', process.env.HOME, '--no-notices'], process.env)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', caller], {
      stdio: 'ignore',
      env: {
        ...{ PATH: process.env.PATH, HOME: folder, AWS_SHARED_CREDENTIALS_FILE: join(folder, 'credentials') },
        ...{ AWS_ACCESS_KEY_ID: 'AKIAMINE', AWS_SECRET_ACCESS_KEY: 'y', AWS_REGION: 'eu-central-1' },
        AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      },
    })
    await new Promise((resolve) => child.once('close', resolve))
    expect([...callers]).toEqual(['AKIAMINE eu-central-1'])
  })
})

describe('Ctrl-C', () => {
  it('ends the program that is running, and lets its caller say what that means', async () => {
    const module = join(checkout.folder, 'scripts', 'deployment.ts')
    const waits = `process.stdout.write('running'); setInterval(() => {}, 1000)`
    const caller = `import { runNode } from ${JSON.stringify(module)}
      console.log(' ended with', await runNode(['-e', ${JSON.stringify(waits)}], '.', process.env))`
    // A group of its own, as a terminal signals all programs that it runs.
    const child = spawn(process.execPath, ['--input-type=module', '-e', caller], { detached: true })
    let heard = ''
    child.stdout.on('data', (chunk) => {
      if (!heard && String(chunk)) process.kill(-child.pid!, 'SIGINT')
      heard += chunk
    })
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect([heard, code]).toEqual(['running ended with 1\n', 0])
  })
})

describe('a question', () => {
  const keyboard = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY })

  it.each([
    ['yes', 'yes\r', 'yes'],
    ['Ctrl-C', '\x03', ''],
    ['Ctrl-D', '\x04', ''],
  ])('is answered with %s', async (_name, keys, answer) => {
    const input = keyboard(true)
    const asked = askAt(input, new PassThrough(), 'Deploy? ')
    input.write(keys)
    expect(await asked).toBe(answer)
  })

  it('is asked nobody where there is no terminal', async () => {
    expect(await askAt(keyboard(false), new PassThrough(), 'Deploy? ')).toBeUndefined()
  })
})

// A template for others, uploaded by the command that is printed: its files are where it looks for them.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { App, CfnOutput, CfnResource, Stack } from 'aws-cdk-lib'
import { Asset } from 'aws-cdk-lib/aws-s3-assets'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addAssetsParameter, synthesizerByParameter } from '../../lib/assets-place.ts'
import { checkout } from '../../scripts/deployment.ts'
import { synthesize } from '../../scripts/synthesize.ts'
import { ROOT } from './synthesize.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'assets-'))
const assembly = join(folder, 'cdk.out')

/** S3 and STS, as far as an upload asks them. */
const stored = new Map<string, string>()
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { pathname } = new URL(request.url!, 'http://127.0.0.1')
    if (request.method === 'PUT') {
      stored.set(pathname, Buffer.concat(chunks).toString('latin1'))
      return response.writeHead(200, { ETag: '"1"' }).end()
    }
    if (request.method === 'POST' && pathname === '/')
      return response.end(
        '<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Arn>arn:aws:iam::111122223333:user/u</Arn><UserId>u</UserId><Account>111122223333</Account></GetCallerIdentityResult></GetCallerIdentityResponse>',
      )
    const body = {
      location: '<LocationConstraint>eu-central-1</LocationConstraint>',
      encryption: '<ServerSideEncryptionConfiguration/>',
      'list-type': '<ListBucketResult/>',
    }
    const asked = Object.entries(body).find(([name]) => new URL(request.url!, 'http://a').searchParams.has(name))
    response.writeHead(asked ? 200 : 404, { 'Content-Type': 'application/xml' }).end(asked?.[1])
  })
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

it('puts the template and its files into the bucket and the folder where the template looks for them', {
  tags: 'deep',
}, async () => {
  const place = { bucket: 'my-bucket', prefix: 'releases/1/' }
  const said: string[] = []
  await synthesize(['--assets', 'my-bucket/releases/1', '--region', 'eu-central-1', '--output', assembly], {
    ...checkout,
    environment: {},
    folder,
    // A small stack in place of the whole service.
    run: async (program) => {
      if (program === 'build') return 0
      // Without the CDK's check of templates: here its findings would be warnings, and loading it takes seconds.
      const app = new App({ outdir: assembly, builtinCloudFormationValidation: false })
      const stack = new Stack(app, 'SocialPublisher', { synthesizer: synthesizerByParameter(place) })
      addAssetsParameter(stack, place)
      writeFileSync(join(folder, 'code.txt'), 'code of a function')
      const { s3BucketName, s3ObjectKey } = new Asset(stack, 'Code', { path: join(folder, 'code.txt') })
      new CfnResource(stack, 'Topic', { type: 'AWS::SNS::Topic' })
      new CfnOutput(stack, 'Bucket', { value: s3BucketName })
      new CfnOutput(stack, 'Key', { value: s3ObjectKey })
      app.synth()
      return 0
    },
    account: () => Promise.reject(new Error('not asked')),
    outputs: () => Promise.reject(new Error('not asked')),
    standing: () => Promise.reject(new Error('not asked')),
    isPaused: () => Promise.reject(new Error('not asked')),
    clear: () => Promise.reject(new Error('not asked')),
    say: (line) => void said.push(line),
  })

  const [, region, words] = /^Upload it with its files: AWS_REGION=(\S+) npx cdk (.+)$/.exec(said[1]!)!
  const { PATH, HOME } = process.env
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await run(
    process.execPath,
    [join(ROOT, 'node_modules', 'aws-cdk', 'bin', 'cdk'), ...words!.split(' '), '--no-notices'],
    {
      cwd: folder,
      env: {
        ...{
          PATH,
          HOME,
          AWS_REGION: region,
          AWS_ENDPOINT_URL: endpoint,
          CDK_DISABLE_CLI_TELEMETRY: 'true',
          CDK_DISABLE_VERSION_CHECK: '1',
        },
        ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_EC2_METADATA_DISABLED: 'true' },
      },
    },
  )
  const link = new URL(said[2]!.slice(said[2]!.indexOf('https://')))
  const template = new URL(new URLSearchParams(link.hash.split('?')[1]).get('templateURL')!)
  expect(template.host).toBe('my-bucket.s3.eu-central-1.amazonaws.com')
  const { Parameters, Outputs } = JSON.parse(stored.get(`/my-bucket${template.pathname}`)!) as {
    Parameters: Record<string, { Default: string }>
    Outputs: Record<string, { Value: string | { 'Fn::Sub': string } }>
  }
  // In an update the console keeps the values that a stack has: a folder among them would be that of the release before.
  expect(Object.keys(Parameters)).toEqual(['AssetsBucket'])
  const value = (name: string) => {
    const { Value } = Outputs[name]!
    const text = typeof Value === 'string' ? Value : Value['Fn::Sub']
    return text.replaceAll(/\$\{(\w+)\}/g, (_, parameter: string) => Parameters[parameter]!.Default)
  }
  expect(stored.get(`/${value('Bucket')}/${value('Key')}`)).toBe('code of a function')
  expect(stored.size).toBe(2)
})

// Judges of the synthesized templates: cfn-lint, checkov, and CloudFormation as moto has it.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { CloudFormationClient, CreateStackCommand, paginateListStackResources } from '@aws-sdk/client-cloudformation'
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { ROOT, run } from './tools.ts'
import type { Finding } from './verdict.ts'

export const STAGES = ['staging', 'live']
export const REGIONS = ['eu-central-1', 'ap-southeast-2']

interface Template {
  Resources: Record<string, { Type: string; Properties?: { Code?: { S3Key?: string } } }>
}

export const read = (file: string): Template => JSON.parse(readFileSync(file, 'utf8')) as Template

/** @returns the template of a stage, which is the same in every region. */
export async function synthesized(folder: string, stage: string): Promise<string> {
  const output = join(folder, stage)
  const ended = await run(process.execPath, [
    join(ROOT, 'node_modules', 'aws-cdk', 'bin', 'cdk'),
    ...['synth', '--quiet', '--output', output, '-c', `stage=${stage}`, '-c', 'architecture=host'],
  ])
  if (ended.code !== 0) throw new Error(`The stage ${stage} cannot be synthesized: ${ended.stderr.slice(-500)}`)
  return join(output, `SocialPublisher-${stage}.template.json`)
}

/** A resource without the hash that the CDK ends its id with. */
export const placeOf = (template: Template, id: string): string =>
  `${template.Resources[id]?.Type ?? 'Template'} ${id.replace(/[0-9A-F]{8}$/, '')}`

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

type Parts = Record<string, { Type: string; Properties?: Record<string, unknown> }>

/** Properties that moto does not take of a type that it knows: they are left out. */
const STUMBLES = [
  // Its KMS wants TagKey, CloudFormation has Key.
  { type: 'AWS::KMS::Key', property: 'Tags', sign: /KeyError: 'TagKey'/ },
] as const
type Stumble = (typeof STUMBLES)[number]

/** Types and properties that moto has not taken so far. */
interface Untaken {
  types: Set<string>
  stumbles: Set<Stumble>
}

/** The template without the types that moto does not know, and with text where something refers to them. */
function forMoto(template: Template, { types, stumbles }: Untaken): object {
  const Resources = structuredClone(
    Object.fromEntries(Object.entries(template.Resources as Parts).filter(([, { Type }]) => !types.has(Type))),
  )
  for (const { type, property } of stumbles) {
    for (const { Type, Properties } of Object.values(Resources)) if (Type === type) delete Properties?.[property]
  }
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaced)
    if (typeof value !== 'object' || value === null) return value
    const { Ref, 'Fn::GetAtt': attribute } = value as { Ref?: string; 'Fn::GetAtt'?: string[] }
    const id = Ref ?? attribute?.[0]
    // A function's address has the function's ARN.
    const { TargetFunctionArn } = (template.Resources as Parts)[id ?? '']?.Properties ?? {}
    if (attribute?.[1] === 'FunctionArn' && TargetFunctionArn) return replaced(TargetFunctionArn)
    if (id !== undefined && id in template.Resources && !(id in Resources)) {
      return attribute?.[1]?.endsWith('Arn') ? `arn:aws:judge::123456789012:${id}` : `https://${id.toLowerCase()}/`
    }
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner)]))
  }
  const made = replaced({ ...template, Resources }) as { Resources: Record<string, { DependsOn?: string | string[] }> }
  for (const resource of Object.values(made.Resources)) {
    if (resource.DependsOn) resource.DependsOn = [resource.DependsOn].flat().filter((id) => id in Resources)
  }
  return made
}

/** An empty archive, in the place of code that moto does not run. */
const NO_CODE = Buffer.from('504b0506000000000000000000000000000000000000', 'hex')

/** The template made into a stack by moto, region by region. @returns every type that moto has not made a resource of. */
export async function moto(programs: string, file: string, stage: string): Promise<Finding[]> {
  const port = await freePort()
  const server = spawn(join(programs, 'moto_server'), ['-H', '127.0.0.1', '-p', String(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // It names there, and nowhere else, what it does not know.
  let said = ''
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const hear: Hear = async () => {
    // The answer is there already: what is late of the words about it is not waited for long.
    await until(() => EXPLAINED.test(said), '', 10_000).catch(() => undefined)
    const heard = said
    said = ''
    return heard
  }
  try {
    const origin = `http://127.0.0.1:${port}`
    await until(() => answers(origin), `${origin} does not answer.`)
    const findings: Finding[] = []
    for (const region of REGIONS) {
      findings.push(...(await stackIn(region, port, file, stage, hear)))
    }
    return findings
  } finally {
    server.kill()
  }
}

/**
 * The last line about a stack that was not made; where it broke down itself, the reason mostly comes after that line. On a
 * busy machine now and then it comes before, or the line not at all.
 */
const EXPLAINED = /"POST \/ HTTP\/1\.1" (4\d\d|500[\s\S]*\n\w+(Error|Exception)\b.*\n)/

/** Takes what moto has said of a stack that it did not make. */
type Hear = () => Promise<string>

/** @throws {Error} with `otherwise` where it does not come true in time. */
async function until(is: () => boolean | Promise<boolean>, otherwise: string, patienceMs = 60_000): Promise<void> {
  const end = Date.now() + patienceMs
  while (!(await is())) {
    if (Date.now() > end) throw new Error(otherwise)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const answers = async (url: string): Promise<boolean> => {
  const reply = await fetch(url).catch(() => undefined)
  await reply?.body?.cancel()
  return reply !== undefined
}

/** Takes down what an attempt failed for. @param said by moto during it. @returns whether another attempt is different. */
function learn(untaken: Untaken, template: Template, message: string, said: string): boolean {
  const before = untaken.types.size + untaken.stumbles.size
  const missing = template.Resources[/undefined resource (\w+)/.exec(message)?.[1] ?? '']?.Type
  if (missing) untaken.types.add(missing)
  for (const [, type = ''] of said.matchAll(/No Moto CloudFormation support for (\S+)/g)) untaken.types.add(type)
  // It makes no methods of a body.
  if (/doesn't contain any methods/.test(`${message}${said}`)) untaken.types.add('AWS::ApiGateway::Deployment')
  for (const stumble of STUMBLES) if (stumble.sign.test(said)) untaken.stumbles.add(stumble)
  return untaken.types.size + untaken.stumbles.size > before
}

async function stackIn(region: string, port: number, file: string, stage: string, hear: Hear): Promise<Finding[]> {
  const endpoint = `http://127.0.0.1:${port}`
  const settings = { region, endpoint, maxAttempts: 1, credentials: { accessKeyId: 'judge', secretAccessKey: 'judge' } }
  const [stacks, objects, parameters] = [
    new CloudFormationClient(settings),
    new S3Client({ ...settings, forcePathStyle: true }),
    new SSMClient(settings),
  ]
  try {
    const template = read(file)
    // The results of `cdk bootstrap`: the bucket with the code of functions, and its version.
    const Bucket = `cdk-hnb659fds-assets-123456789012-${region}`
    const made = { CreateBucketConfiguration: { LocationConstraint: region as 'eu-central-1' } }
    await objects.send(new CreateBucketCommand({ Bucket, ...made }))
    const codes = new Set(Object.values(template.Resources).flatMap(({ Properties }) => Properties?.Code?.S3Key ?? []))
    for (const Key of codes) await objects.send(new PutObjectCommand({ Bucket, Key, Body: NO_CODE }))
    const version = { Name: '/cdk-bootstrap/hnb659fds/version', Value: '30', Type: 'String' as const }
    await parameters.send(new PutParameterCommand(version))
    const untaken: Untaken = { types: new Set(), stumbles: new Set() }
    for (let attempt = 0; ; attempt += 1) {
      const Body = JSON.stringify(forMoto(template, untaken))
      await objects.send(new PutObjectCommand({ Bucket, Key: 'template.json', Body }))
      const StackName = `SocialPublisher-${stage}-${attempt}`
      // moto takes the bucket only from the path of this host; it never calls it.
      const TemplateURL = `http://localhost:${port}/${Bucket}/template.json`
      const problem = await stacks
        .send(new CreateStackCommand({ StackName, TemplateURL, Capabilities: ['CAPABILITY_IAM'] }))
        .then(() => undefined)
        .catch((error: Error) => error)
      const said = problem ? await hear() : ''
      if (!problem) {
        const pages = await Array.fromAsync(paginateListStackResources({ client: stacks }, { StackName }))
        const made = pages.flatMap(({ StackResourceSummaries = [] }) =>
          StackResourceSummaries.map(({ LogicalResourceId }) => LogicalResourceId),
        )
        return [...notMade(template, new Set(made), region), ...notTaken(untaken, region)]
      }
      // The SDK cannot read some of moto's answers; their text has the reason then.
      const answered = `${Reflect.get(problem, '$responseBodyText') ?? problem.message}`
      if (!learn(untaken, template, `${problem.message} ${answered}`, said)) {
        const line = said.split('\n').findLast((one) => /^\w+(Error|Exception)\b/.test(one))
        throw new Error(line ?? `${answered} ${said.slice(-150)}`)
      }
    }
  } catch (error) {
    const { name, message } = error as Error
    return [{ judge: 'moto', rule: name, place: `the stack in ${region}`, message: message.slice(0, 300) }]
  } finally {
    for (const client of [stacks, objects, parameters]) client.destroy()
  }
}

const notTaken = ({ stumbles }: Untaken, region: string): Finding[] =>
  [...stumbles].map(({ type, property }) => ({
    judge: 'moto',
    rule: 'not-taken',
    place: `${type} ${property}`,
    message: `moto does not take this property in ${region}`,
  }))

/** By type, not by resource: moto knows a type or not. */
function notMade({ Resources }: Template, made: ReadonlySet<string | undefined>, region: string): Finding[] {
  const types = Object.entries(Resources).flatMap(([id, { Type }]) => (made.has(id) ? [] : [Type]))
  return [...new Set(types)].map((type) => ({
    judge: 'moto',
    rule: 'not-made',
    place: type,
    message: `moto makes no resource of this type in ${region}`,
  }))
}

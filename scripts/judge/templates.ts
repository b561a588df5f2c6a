// Judges of the synthesized templates: cfn-lint, checkov, and CloudFormation as moto has it.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { CloudFormationClient, CreateStackCommand, paginateListStackResources } from '@aws-sdk/client-cloudformation'
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { parsed, ROOT, run } from './tools.ts'
import type { Finding } from './verdict.ts'

export const STAGES = ['staging', 'live']
export const REGIONS = ['eu-central-1', 'ap-southeast-2']

interface Template {
  Resources: Record<string, { Type: string; Properties?: { Code?: { S3Key?: string } } }>
}

const read = (file: string): Template => JSON.parse(readFileSync(file, 'utf8')) as Template

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
const placeOf = (template: Template, id: string): string =>
  `${template.Resources[id]?.Type ?? 'Template'} ${id.replace(/[0-9A-F]{8}$/, '')}`

export async function cfnLint(programs: string, file: string): Promise<Finding[]> {
  const ended = await run(join(programs, 'cfn-lint'), ['--format', 'json', '--regions', ...REGIONS, '--', file])
  const found = parsed<{ Rule: { Id: string }; Message: string; Location: { Path: (string | number)[] | null } }[]>(
    'cfn-lint',
    ended,
  )
  const template = read(file)
  return found.map(({ Rule, Message, Location }) => ({
    judge: 'cfn-lint',
    rule: Rule.Id,
    place: placeOf(template, String(Location.Path?.[1] ?? '')),
    message: Message,
  }))
}

interface CheckovResult {
  results: { failed_checks: { check_id: string; check_name: string; resource: string }[]; parsing_errors: string[] }
}

export async function checkov(programs: string, file: string): Promise<Finding[]> {
  const args = ['-f', file, '--framework', 'cloudformation', '-o', 'json', '--compact', '--quiet', '--skip-download']
  const { results } = parsed<CheckovResult>('checkov', await run(join(programs, 'checkov'), args))
  if (results.parsing_errors.length > 0) throw new Error('checkov cannot read the template.')
  const template = read(file)
  return results.failed_checks.map(({ check_id: rule, check_name: message, resource }) => ({
    judge: 'checkov',
    rule,
    place: placeOf(template, resource.split('.')[1] ?? ''),
    message,
  }))
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

type Parts = Record<string, { Type: string; Properties?: Record<string, unknown> }>

/**
 * The template without the types that moto does not know, and with text where something refers to them. Tags go too: moto
 * stumbles over those of keys (its KMS wants TagKey, CloudFormation has Key).
 */
function forMoto(template: Template, unknown: ReadonlySet<string>): object {
  const Resources = Object.fromEntries(
    Object.entries(template.Resources as Parts).filter(([, { Type }]) => !unknown.has(Type)),
  )
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaced)
    if (typeof value !== 'object' || value === null) return value
    const { Ref, 'Fn::GetAtt': attribute } = value as { Ref?: string; 'Fn::GetAtt'?: string[] }
    const id = Ref ?? attribute?.[0]
    if (id !== undefined && id in template.Resources && !(id in Resources)) return `https://${id.toLowerCase()}/`
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner)]))
  }
  for (const { Properties } of Object.values(Resources)) delete Properties?.Tags
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
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await answering(`http://127.0.0.1:${port}`)
    const findings: Finding[] = []
    for (const region of REGIONS) findings.push(...(await stackIn(region, port, file, stage)))
    return findings
  } finally {
    server.kill()
  }
}

export async function answering(url: string, patienceMs = 60_000): Promise<void> {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    const reply = await fetch(url).catch(() => undefined)
    await reply?.body?.cancel()
    if (reply) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`${url} does not answer.`)
}

async function stackIn(region: string, port: number, file: string, stage: string): Promise<Finding[]> {
  const endpoint = `http://127.0.0.1:${port}`
  const settings = { region, endpoint, maxAttempts: 1, credentials: { accessKeyId: 'judge', secretAccessKey: 'judge' } }
  const [stacks, objects, parameters] = [
    new CloudFormationClient(settings),
    new S3Client({ ...settings, forcePathStyle: true }),
    new SSMClient(settings),
  ]
  try {
    const template = read(file)
    // What `cdk bootstrap` makes: the bucket with the code of functions, and its version.
    const Bucket = `cdk-hnb659fds-assets-123456789012-${region}`
    const made = { CreateBucketConfiguration: { LocationConstraint: region as 'eu-central-1' } }
    await objects.send(new CreateBucketCommand({ Bucket, ...made }))
    const codes = new Set(Object.values(template.Resources).flatMap(({ Properties }) => Properties?.Code?.S3Key ?? []))
    for (const Key of codes) await objects.send(new PutObjectCommand({ Bucket, Key, Body: NO_CODE }))
    const version = { Name: '/cdk-bootstrap/hnb659fds/version', Value: '30', Type: 'String' as const }
    await parameters.send(new PutParameterCommand(version))
    const unknown = new Set<string>()
    for (let attempt = 0; ; attempt += 1) {
      const Body = JSON.stringify(forMoto(template, unknown))
      await objects.send(new PutObjectCommand({ Bucket, Key: 'template.json', Body }))
      const StackName = `SocialPublisher-${stage}-${attempt}`
      // moto takes the bucket from the path of this host alone; it never asks it.
      const TemplateURL = `http://localhost:${port}/${Bucket}/template.json`
      const problem = await stacks
        .send(new CreateStackCommand({ StackName, TemplateURL, Capabilities: ['CAPABILITY_IAM'] }))
        .then(() => undefined)
        .catch((error: Error) => error)
      const type = template.Resources[/undefined resource (\w+)/.exec(problem?.message ?? '')?.[1] ?? '']?.Type
      if (!problem) {
        const pages = await Array.fromAsync(paginateListStackResources({ client: stacks }, { StackName }))
        const made = pages.flatMap(({ StackResourceSummaries = [] }) =>
          StackResourceSummaries.map(({ LogicalResourceId }) => LogicalResourceId),
        )
        return notMade(template, new Set(made), region)
      }
      if (!type || unknown.has(type)) throw problem
      unknown.add(type)
    }
  } catch (error) {
    const { name, message } = error as Error
    return [{ judge: 'moto', rule: name, place: `the stack in ${region}`, message: message.slice(0, 300) }]
  } finally {
    for (const client of [stacks, objects, parameters]) client.destroy()
  }
}

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

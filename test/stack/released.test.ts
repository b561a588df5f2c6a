// The package that deploys without a checkout, as npm installs it but with the functions of this machine alone.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Settings } from '../../lib/settings.ts'
import { buildDeploy } from '../../scripts/build-deploy.ts'
import { ROOT } from './synthesize.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'released-'))
const SITE = join(ROOT, 'test', 'support', 'site')
const installed = join(folder, 'node_modules', '@social-publisher', 'deploy')

interface Template {
  Resources: object
}

/** Without credentials, and without anything else of the caller's. */
const ENVIRONMENT = { PATH: dirname(process.execPath), HOME: folder, AWS_EC2_METADATA_DISABLED: 'true' }

const manifest = () => JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>

const call = (...words: string[]) =>
  run(process.execPath, [join(installed, 'bin', 'main.js'), ...words], { cwd: folder, env: ENVIRONMENT })

beforeAll(async () => {
  mkdirSync(dirname(installed), { recursive: true })
  await buildDeploy(installed, {
    architectures: ['host'],
    dashboard: SITE,
  })
  for (const name of Object.keys(manifest().dependencies as object))
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('synthesizes what a checkout does, in a folder of its own and without credentials', { tags: 'deep' }, async () => {
  const ours = ['synth', '--quiet', '--output', join(folder, 'ours'), '-c', `dashboardFiles=${SITE}`]
  const [{ stdout }] = await Promise.all([
    call('synth', '-c', 'architecture=host', '-c', 'terminationProtection=true', '--output', 'out'),
    run(process.execPath, [join(ROOT, 'node_modules', 'aws-cdk', 'bin', 'cdk'), ...ours, '-c', 'architecture=host'], {
      cwd: ROOT,
      env: ENVIRONMENT,
    }),
  ])
  expect(stdout).toBe('Nothing was deployed. The template is out/SocialPublisher.template.json.\n')
  const [theirs, expected] = ['out', 'ours'].map(
    (name) => JSON.parse(readFileSync(join(folder, name, 'SocialPublisher.template.json'), 'utf8')) as Template,
  )
  expect(Object.keys(theirs!.Resources).length).toBeGreaterThan(300)
  expect(theirs).toEqual(expected)
  // Said by `deploy` for a stack that the operator has protected; it is no part of the template.
  const protection = (name: string) =>
    (
      JSON.parse(readFileSync(join(folder, name, 'manifest.json'), 'utf8')) as {
        artifacts: { SocialPublisher: { properties: { terminationProtection?: boolean } } }
      }
    ).artifacts.SocialPublisher.properties.terminationProtection
  expect([protection('out'), protection('ours')]).toEqual([true, false])
})

it('says its version, its commands and their options', { tags: 'deep' }, async () => {
  expect((await call('--version')).stdout).toBe(`${manifest().version}\n`)
  for (const words of [['--help'], ['-h'], ['destroy', '--help']])
    expect((await call(...words)).stdout).toMatch(/ synth .* destroy .*--stage NAME.*--dry-run/s)
  expect((await call('admin', '--help')).stdout).toMatch(/^npx @social-publisher\/deploy admin COMMAND/)
})

it.each([
  ['a command that is none', ['undeploy'], /^There is no command undeploy: they are deploy, synth, destroy,/],
  ['an option that is none', ['--yess'], /^Unknown option '--yess'\. There are: --stage NAME,/],
  ['no credentials', ['--region', 'eu-central-1'], /^No AWS credentials: set AWS_PROFILE or log in/],
  ['no region', ['destroy'], /^No region: give --region REGION/],
  ['a wrong setting', ['synth', '-c', 'cdnDomain=No'], /^The setting cdnDomain is "No": /],
  [
    'a setting that is none',
    ['synth', '-c', 'plugh=1'],
    /^There is no setting plugh: \S+\/docs\/operations\.md lists them/,
  ],
  ['a processor that it has no functions for', ['synth', '-c', 'architecture=x86_64'], /^The setting architecture is/],
])('ends with one sentence for %s', { tags: 'deep' }, async (_, words, sentence) => {
  await expect(call(...words)).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(sentence) })
})

it('brings the pages that its messages name', async () => {
  const [, page] = /^All settings: (.+)$/m.exec((await call('--help')).stdout)!
  expect(readFileSync(resolve(folder, page!), 'utf8')).toContain('`retainData`')
  for (const named of ['getting-started', 'restoring', 'platforms/facebook'])
    expect(existsSync(join(installed, 'docs', `${named}.md`))).toBe(true)
  const links = [...readFileSync(join(installed, 'README.md'), 'utf8').matchAll(/\]\(([^)#]+)/g)].map(([, to]) => to!)
  expect(links.filter((to) => !to.startsWith('https:') && !existsSync(join(installed, to)))).toEqual([])
})

it('brings the types of every setting, the licences, and nothing of the build', () => {
  const types = readFileSync(join(installed, 'lib', 'construct.d.ts'), 'utf8')
  const typed = [...types.matchAll(/^ {4}(\w+)\?: /gm)].map(([, name]) => name)
  expect(typed.sort()).toEqual(
    Object.keys(Settings.shape)
      .filter((name) => name !== 'stackName')
      .sort(),
  )
  expect(types).toContain('readonly baseUrl: string;')
  const notices = readFileSync(join(installed, 'THIRD-PARTY.txt'), 'utf8')
  expect(notices).toMatch(/^zod \d/m)
  expect(notices).toMatch(/^@aws-sdk\/client-cloudformation \d/m)
  expect(manifest()).not.toHaveProperty('private')
  expect(manifest()).not.toHaveProperty('devDependencies')
})

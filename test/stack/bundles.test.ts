// Deployed code: small bundles, and native parts only where they are used and for the right processor.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { POST_TYPE_NAMES } from '../../core/platforms/enumerations.ts'
import { ERROR_WORDS } from '../../openapi/error-words.ts'
import { buildIfStale, functionFiles, IN_PARTS } from '../../scripts/build.ts'
import { ROOT } from './synthesize.ts'

/** Unzipped bytes that a request waits for. */
const BUDGET = 560_000

const LARGER: Record<string, number> = {
  // Asks platforms, and both stores of secrets for the apps' own; people connect an account now and then.
  'api-connect': 850_000,
  'api-connect-links': 900_000,
  // Speaks another protocol, with the library that defines it; assistants wait for themselves much longer.
  'api-mcp': 900_000,
}

/** The functions that look into pictures and videos. */
const WITH_MEDIA_LIBRARIES = ['variant', 'worker-inspect']

let names: string[]
beforeAll(async () => {
  await buildIfStale('arm64')
  names = [...(await functionFiles()).keys()]
})

const at = (...path: string[]): string => join(ROOT, 'dist', 'arm64', ...path)

const filesBelow = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** e_machine of an ELF file: 183 is AArch64, 62 is x86-64. */
function machineOf(file: string): number {
  const head = readFileSync(file).subarray(0, 20)
  expect(head.subarray(0, 4).toString('latin1')).toBe('\x7fELF')
  return head.readUInt16LE(18)
}

describe('bundles for arm64', () => {
  it('are one file each', () => {
    for (const name of names.filter((name) => !WITH_MEDIA_LIBRARIES.includes(name) && !IN_PARTS.has(name))) {
      expect(filesBelow(at(name))).toEqual([at(name, 'index.mjs')])
    }
  })

  /** Words of connectors: a function loads those of the platforms that it calls. */
  const CONNECTORS = ['com.atproto.repo.applyWrites', '/api/v1/statuses', 'video_reels', 'threads_publish']

  /** Each function in parts: words of code that few of its requests need. */
  const SELDOM: Record<string, string[]> = {
    'api-connect': [...CONNECTORS, 'AmazonSSM', 'SecretsManagerServiceException'],
    'api-connect-links': [...CONNECTORS, 'AmazonSSM', 'SecretsManagerServiceException'],
    // The document of the API, packed.
    'api-documents': ['OPENAPI_PACKED'],
    'api-planned-posts': ['InvocationRequest'],
    'api-posts-retry': ['InvocationRequest'],
    'api-sign-in': ['AmazonSSM', 'SecretsManagerServiceException'],
    // With the library for OAuth, which only Bluesky's accounts need.
    'schedule-keep-accounts': [...CONNECTORS, 'OAUTH_PARSE_ERROR'],
    'worker-ask-quota': [...CONNECTORS, 'OAUTH_PARSE_ERROR'],
    'worker-publish': [...CONNECTORS, 'OAUTH_PARSE_ERROR'],
    ...Object.fromEntries(
      POST_TYPE_NAMES.map((type) => [`api-posts-${type}`, ['InvocationRequest', 'quota_used_up', 'trial_params']]),
    ),
  }

  it('in parts are those that have something of which most requests need nothing', () => {
    expect(Object.keys(SELDOM).sort()).toEqual([...IN_PARTS].sort())
  })

  /** The files that the function loads at its start. */
  const loadedAtOnce = (name: string): Set<string> => {
    const loaded = new Set<string>()
    const load = (file: string): void => {
      if (loaded.has(file)) return
      loaded.add(file)
      const code = readFileSync(at(name, file), 'utf8')
      for (const [, part] of code.matchAll(/(?:from|import)"\.\/([\w.-]+)"/g)) load(part!)
    }
    load('index.mjs')
    return loaded
  }

  it.each(Object.entries(SELDOM))('%s keeps what few requests need out of what all of them load', (name, parts) => {
    expect(names).toContain(name)
    const loaded = [...loadedAtOnce(name)].map((file) => readFileSync(at(name, file), 'utf8'))
    const whole = filesBelow(at(name)).map((file) => readFileSync(file, 'utf8'))
    for (const part of parts) {
      const has = (code: string) => code.includes(part)
      expect([part, loaded.some(has), whole.some(has)]).toEqual([part, false, true])
    }
  })

  it.each([...IN_PARTS])('%s starts with few files', (name) => {
    // The entry, what the table needs, the rest, and what the bundler's own code is.
    expect(loadedAtOnce(name).size).toBeLessThanOrEqual(4)
  })

  it('are small where a request waits for them', () => {
    const sizes = names
      .filter((name) => name.startsWith('api-') || name === 'authorizer')
      .map((name) => ({ name, size: filesBelow(at(name)).reduce((sum, file) => sum + statSync(file).size, 0) }))
    expect(sizes.filter(({ name, size }) => size > (LARGER[name] ?? BUDGET))).toEqual([])
  })

  it('know the codes of errors, and not their texts in the reference', () => {
    const { meaning, action } = ERROR_WORDS.rate_limit_exceeded
    for (const name of names.filter((one) => one.startsWith('api-') && !['api-documents', 'api-mcp'].includes(one))) {
      const code = filesBelow(at(name))
        .map((file) => readFileSync(file, 'latin1'))
        .join('')
      expect([name, code.includes('rate_limit_exceeded'), code.includes(meaning), code.includes(action)]).toEqual([
        ...[name, true, false, false],
      ])
    }
  })

  it('have no operations of the AWS SDK that nothing sends', () => {
    const code = readFileSync(at('api-media-create', 'index.mjs'), 'latin1')
    expect([code.includes('?uploads'), code.includes('?analytics'), code.includes('XksProxy')]).toEqual([
      true,
      false,
      false,
    ])
    expect(readFileSync(at('api-keys', 'index.mjs'), 'latin1')).not.toContain('/documentation/parts')
  })

  it('leave nothing behind of functions that are gone', () => {
    expect(
      readdirSync(at())
        .filter((name) => !name.startsWith('.'))
        .sort(),
    ).toEqual([...names].sort())
  })

  it.each(WITH_MEDIA_LIBRARIES)('%s has a sharp that is built for it, whatever machine this is', (name) => {
    const native = filesBelow(at(name, 'node_modules')).filter((file) => /\.(node|so)(\.|$)/.test(file))
    expect(native.length).toBeGreaterThanOrEqual(2)
    for (const file of native) expect(machineOf(file)).toBe(183)
  })

  it('fit into what Lambda takes', () => {
    for (const name of WITH_MEDIA_LIBRARIES) {
      const size = filesBelow(at(name)).reduce((sum, file) => sum + statSync(file).size, 0)
      expect(size).toBeLessThan(50_000_000)
    }
  })
})

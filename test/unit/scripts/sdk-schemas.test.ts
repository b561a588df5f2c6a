// What bundles leave out of the AWS SDK changes neither a request nor an error that a function acts on.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BUNDLING } from '../../../scripts/build.ts'
import { clientOfSchemas, errorsOf, withoutUnused } from '../../../scripts/sdk-schemas.ts'
import { sdkCalls } from '../../support/sdk-calls.ts'

describe('schemas of the AWS SDK in bundles', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sdk-calls-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('make the same requests and the same errors as without a bundle', { tags: 'deep' }, async () => {
    const outfile = join(folder, 'calls.mjs')
    const entry = join(import.meta.dirname, '..', '..', 'support', 'sdk-calls.ts')
    await build({ ...BUNDLING, entryPoints: [entry], outfile })
    const bundled = (await import(pathToFileURL(outfile).href)) as { sdkCalls: typeof sdkCalls }
    const plain = await sdkCalls()
    expect(plain.requests).toHaveLength(16)
    expect(plain.failures.filter((one) => one.includes('about'))).toHaveLength(13)
    expect(await bundled.sdkCalls()).toEqual(plain)
  })

  it('register the errors of the commands that are sent, and no others', () => {
    expect(errorsOf('client-ssm')).toContain('ParameterNotFound')
    expect(errorsOf('client-dynamodb')).toContain('TransactionCanceledException')
    expect(errorsOf('client-dynamodb')).toContain('ConditionalCheckFailedException')
    expect(errorsOf('client-dynamodb')).not.toContain('BackupInUseException')
    expect(errorsOf('client-kms')).not.toContain('XksKeyNotFoundException')
  })

  it('refuse a client that does not say which errors its commands throw', () => {
    expect(() => errorsOf('client-unheard-of')).toThrow('@aws-sdk/client-unheard-of does not say')
  })

  it('are known by their file on each system', () => {
    expect(clientOfSchemas('/a/node_modules/@aws-sdk/client-s3/dist-es/schemas/schemas_0.js')).toBe('client-s3')
    expect(clientOfSchemas('/a/node_modules/@aws-sdk/nested/schemas_0.js')).toBeUndefined()
  })

  it('have literal keys in place of computed ones, and keep what has no value here', () => {
    const text = [
      'const _ht = "http";',
      'export var A$ = [9, n0, _A, { [_ht]: ["GET", "/", 200], [_other]: 1 }];',
      'n0_registry.registerError(Kept$, Kept);',
      'n0_registry.registerError(Gone$, Gone);',
    ].join('\n')
    expect(withoutUnused(text, new Set(['Kept'])).split('\n')).toEqual([
      'const _ht = "http";',
      'export var A$ = [9, n0, _A, { "http": ["GET", "/", 200], [_other]: 1 }];',
      'n0_registry.registerError(Kept$, Kept);',
      '',
    ])
  })
})

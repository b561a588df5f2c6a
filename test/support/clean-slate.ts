// Test files share processes, so that what is in node_modules is loaded once; each begins as if it had one of its
// own. The project's modules are made again for it, with the state that they hold, and what it changed of the process is undone.
import { createRequire } from 'node:module'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import sharp from 'sharp'
import { afterAll, vi } from 'vitest'
import { undoAll } from './at-file-end.ts'

const require = createRequire(import.meta.url)
/** The one that clients of AWS are mocked with. */
const sinon = createRequire(require.resolve('aws-sdk-client-mock'))('sinon') as { restore(): void }

const before = { ...process.env }

/** How the SDK itself sends: several helpers put something else in its place, and each puts back what it found. */
const kept = globalThis as { ownSend?: DynamoDBDocumentClient['send'] }
kept.ownSend ??= DynamoDBDocumentClient.prototype.send
DynamoDBDocumentClient.prototype.send = kept.ownSend

// Before all others, so that it runs after them.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  sinon.restore()
  undoAll()
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
  // The service leaves its picture library the decoders of photographs alone; the simulators have drawings.
  sharp.unblock({ operation: ['VipsForeignLoad'] })
  sharp.cache(true)
  vi.resetModules()
})

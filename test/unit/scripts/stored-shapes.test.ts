// Stored shapes, compared with those of the last release.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  changesBetween,
  deploymentNotes,
  presentShapes,
  problemsOf,
  recordedShapes,
} from '../../../scripts/stored-shapes.ts'

const present = presentShapes()

it('has a note for each stored shape that is not as in the last release', () => {
  expect(problemsOf(recordedShapes(), present)).toEqual([])
})

it('knows every schema that an item of the table is read by', () => {
  const core = join(import.meta.dirname, '..', '..', '..', 'core')
  const sources = globSync('**/*.ts', { cwd: core }).map((file) => readFileSync(join(core, file), 'utf8'))
  const read = sources.flatMap((source) =>
    [...source.matchAll(/\b([A-Z]\w+)\.parse\(item\)/g)].map(([, name]) => name!),
  )
  const known = new Set(Object.keys(present).map((path) => path.split('.')[0]!))
  expect(read.length).toBeGreaterThan(10)
  expect([...new Set(read)].filter((name) => !known.has(name))).toEqual([])
})

it('sees keys, fields, what is optional, and the values that a field may have', () => {
  expect(present).toMatchObject({
    'key PARTITION.post': 'POST#<text>',
    'key approvalEntrySort': 'ENTRY#<time>#<text>',
    'Publication.version': 'number',
    'Publication.attempt?.calls': 'number',
    'Publication.jobs[].tries': 'number',
    'Publication.platform': 'platform',
    'Media.pending_uses?': 'number',
  })
  expect(present['Publication.state']).toContain('"waiting"')
  // A shape without fields of its own hides its changes: options are in the schemas of their platforms, the rest is checked as it is read.
  const opaque = Object.keys(present).filter((path) => /anything/.test(present[path]!))
  expect(opaque).toEqual([
    'Account.limits?',
    'Post.media_details?[]',
    'Post.options?',
    'Post.per_account?{}.options?',
    'WebhookEvent.data{}',
  ])
})

describe('a change', () => {
  const recorded = { release: '1.0.0', shapes: { 'Post.a': 'string', 'Post.b?': 'number' }, notes: {} }

  it.each([
    ['a field that is new', { ...recorded.shapes, 'Post.c?': 'string' }, 'Post.c? was not there, is string'],
    ['a field that is gone', { 'Post.a': 'string' }, 'Post.b? was number, is not there any more'],
    ['another type', { ...recorded.shapes, 'Post.a': 'number' }, 'Post.a was string, is number'],
  ])('needs a note: %s', (_, shapes, problem) => {
    expect(problemsOf(recorded, shapes)).toEqual([`${problem}, and has no note`])
    const [{ path }] = changesBetween(recorded.shapes, shapes) as [{ path: string }]
    const noted = { ...recorded, notes: { [path]: 'Both read it.' } }
    expect(problemsOf(noted, shapes)).toEqual([])
    expect(deploymentNotes(noted, shapes).at(-1)).toBe(`  ${path}: Both read it.`)
  })

  it('from optional to required is one', () => {
    const shapes = { 'Post.a': 'string', 'Post.b': 'number' }
    expect(problemsOf(recorded, shapes)).toHaveLength(2)
  })

  it('that was noted and is not there is told', () => {
    expect(problemsOf({ ...recorded, notes: { 'Post.a': 'x' } }, recorded.shapes)).toEqual([
      'Post.a has a note, and did not change',
    ])
  })
})

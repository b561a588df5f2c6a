// First loads of each page by a new browser: scripts and styles, as they are sent.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, inject, test } from 'vitest'

/** Kilobytes of 1024 bytes, gzipped. */
const MOST = { first: 120, any: 170 }

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
  dynamicImports?: string[]
}

const folder = inject('dashboard')
const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>
const entry = Object.keys(manifest).find((name) => manifest[name]!.isEntry)!
const pages = Object.keys(manifest).filter((name) => /^src\/pages\/[^/]+\/[^/]+-page\.tsx$/.test(name))

function filesOf(name: string, seen = new Set<string>()): Set<string> {
  const { file, imports = [], css = [] } = manifest[name]!
  if (seen.has(file)) return seen
  for (const each of [file, ...css]) seen.add(each)
  for (const other of imports) filesOf(other, seen)
  return seen
}

const kilobytes = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0) / 1024

describe('a cold load', () => {
  test('is of pages at all', () => {
    expect(pages.length).toBeGreaterThan(5)
  })

  test('of the frame stays small', () => {
    expect(kilobytes(filesOf(entry))).toBeLessThanOrEqual(MOST.first)
  })

  test.each(pages)('of %s stays small', (page) => {
    expect(kilobytes(filesOf(page, filesOf(entry)))).toBeLessThanOrEqual(MOST.any)
  })
})

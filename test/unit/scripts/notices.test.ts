// The licences' texts that go with what others wrote.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { addNativeParts, NATIVE_PARTS } from '../../../scripts/native-parts.ts'
import { noticesOf } from '../../../scripts/notices.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'notices-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('has the text of a licence also where a package only names it', async () => {
  // None of them brings a file.
  const names = ['@middy/core', '@aws-sdk/nested-clients', '@aws-lambda-powertools/logger']
  for (const name of names)
    expect(readdirSync(join(ROOT, 'node_modules', name)).filter((file) => /licen/i.test(file))).toEqual([])
  const notices = await noticesOf(names.map((name) => `node_modules/${name}/index.js`))
  const [logger, clients, middy] = notices.split('-'.repeat(80))
  expect(logger).toMatch(/^@aws-lambda-powertools\/logger \S+ \(MIT-0\)\n\nMIT No Attribution\n\nCopyright Amazon/m)
  expect(clients).toMatch(/\(Apache-2\.0\)\n\n\s*Apache License/)
  expect(middy).toMatch(/\(MIT\)\n\nMIT License\n\nCopyright \(c\) Middy contributors\n\nPermission is hereby granted/)
  expect(notices).not.toContain('AUTHOR\n')
})

it('refuses a package whose licence it has no text of', async () => {
  // Neither a file nor a text is known: it may be used here, and not be passed on.
  const libvips = readdirSync(join(ROOT, 'node_modules', '@img')).find((name) => name.startsWith('sharp-libvips-'))
  await expect(noticesOf([`node_modules/@img/${libvips}/lib/index.js`])).rejects.toThrow(
    `The package @img/${libvips} has no file with its licence (LGPL-3.0-or-later).`,
  )
})

it('puts the LGPL and the GPL beside each native part that is under them', async () => {
  await addNativeParts(Object.keys(NATIVE_PARTS), folder, 'host')
  const at = join(folder, 'node_modules')
  const parts = [
    ...readdirSync(at).filter((name) => !name.startsWith('@')),
    ...readdirSync(join(at, '@img')).map((name) => `@img/${name}`),
  ]
  const licenceOf = (part: string) =>
    (JSON.parse(readFileSync(join(at, part, 'package.json'), 'utf8')) as { license: string }).license
  const under = parts.filter((part) => licenceOf(part).includes('GPL'))
  expect(under).toEqual(['libheif-js', expect.stringMatching(/^@img\/sharp-libvips-/)])
  for (const part of under) {
    const text = (name: string) => readFileSync(join(at, part, `LICENSE.${name}.txt`), 'utf8')
    expect(text('LGPL-3.0')).toMatch(/GNU LESSER GENERAL PUBLIC LICENSE\s+Version 3/)
    expect(text('GPL-3.0')).toMatch(/GNU GENERAL PUBLIC LICENSE\s+Version 3/)
  }
  for (const part of parts)
    expect(
      readdirSync(join(at, part)).some((file) => /^licen[cs]e/i.test(file)),
      part,
    ).toBe(true)
})

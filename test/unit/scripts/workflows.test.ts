// What the workflows of GitHub may do, and whose code they run.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const FOLDER = join(import.meta.dirname, '..', '..', '..', '.github', 'workflows')
const files = readdirSync(FOLDER)

/** Each job with its lines. */
const jobs = (text: string) =>
  text
    .slice(text.indexOf('\njobs:\n'))
    .split(/^ {2}(?=\w+:$)/m)
    .slice(1)

describe.each(files)('%s', (file) => {
  const text = readFileSync(join(FOLDER, file), 'utf8')
  it('runs actions at one commit each, named with the version, and keeps no token where others’ code runs', () => {
    const used = [...text.matchAll(/uses: (\S+)(.*)/g)]
    expect(used.length).toBeGreaterThan(0)
    for (const [, action, version] of used) {
      expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
      expect(version).toMatch(/^ # v\d+\.\d+\.\d+$/)
    }
    const checkouts = text.match(/uses: actions\/checkout/g)?.length
    expect(text.match(/persist-credentials: false/g)).toHaveLength(checkouts!)
  })
  it('may read the code, and no more where no job says why', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n/m)
    const writing = jobs(text).filter((job) => /contents: write|write-all/.test(job))
    expect(writing.map((job) => job.split(':')[0])).toEqual(file === 'release.yml' ? ['files'] : [])
    // That job publishes to no registry, and those that do cannot write to the repository.
    for (const job of writing) expect(job).not.toMatch(/id-token|npm publish|pypi-publish/)
    for (const job of jobs(text)) expect(job).toMatch(/timeout-minutes: \d+/)
    expect(text).not.toMatch(/secrets\./)
  })
})

it('publishes nothing of a tag that is not the version of every package', () => {
  const [npm, ...others] = jobs(readFileSync(join(FOLDER, 'release.yml'), 'utf8'))
  const check = npm!.indexOf('node scripts/check-release.ts "$GITHUB_REF_NAME"')
  expect(check).toBeGreaterThan(0)
  expect(npm!.indexOf('npm publish')).toBeGreaterThan(check)
  expect(others).toHaveLength(2)
  // A version that is published stays as it is: half of a release could not be completed.
  expect(npm!.indexOf('npm publish')).toBe(npm!.lastIndexOf('npm publish'))
  for (const build of ['build-packages.ts', 'build:deploy', 'build-n8n.ts'])
    expect(npm!.slice(0, npm!.indexOf('npm publish')), build).toContain(build)
  for (const job of others) expect(job).toMatch(/^ {4}needs: npm$/m)
})

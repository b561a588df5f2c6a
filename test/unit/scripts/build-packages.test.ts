// What every published package.json says of where it comes from.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SCRIPT = join(import.meta.dirname, '..', '..', '..', 'scripts', 'build-packages.ts')

it('names the folder of the package in the repository, from which a registry reads relative links', () => {
  const asked = `import { publishedManifest } from ${JSON.stringify(SCRIPT)}
    const manifest = { name: '@social-publisher/client', version: '1.0.0', private: true }
    console.log(JSON.stringify(publishedManifest(manifest, 'client')))`
  const env = { ...process.env, GITHUB_REPOSITORY: 'acme/publisher' }
  const said = execFileSync(process.execPath, ['--input-type=module-typescript', '-e', asked], {
    env,
    encoding: 'utf8',
  })
  expect(JSON.parse(said)).toEqual({
    name: '@social-publisher/client',
    version: '1.0.0',
    repository: { type: 'git', url: 'git+https://github.com/acme/publisher.git', directory: 'packages/client' },
  })
})

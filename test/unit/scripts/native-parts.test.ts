// Fetching the native parts for another processor, which the first deployment does on most machines.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { BuildError, packageForLinux } from '../../../scripts/native-parts.ts'

const OTHER = `@img/sharp-linux-${process.arch === 'x64' ? 'arm64' : 'x64'}`

it.each([
  ['a list, as npm 11 does', '[{ "filename": "parts.tgz" }]'],
  ['an object by name, as npm 12 does', `{ "${OTHER}": { "filename": "parts.tgz" } }`],
])(
  'finds the file that npm has fetched, where npm prints %s, and takes it only with the checksum of the lockfile',
  async (_name, printed) => {
    const folder = await mkdtemp(join(tmpdir(), 'native-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const npm = `#!/bin/sh\necho other > parts.tgz\necho '${printed}'\n`
    await writeFile(join(folder, 'npm'), npm, { mode: 0o755 })
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`)
    const cache = join(folder, 'cache')
    await expect(packageForLinux(OTHER, cache)).rejects.toThrow(
      new BuildError(`${OTHER} from the registry is not the file that the lockfile names`),
    )
    expect(await readdir(cache)).toEqual([])
  },
)

// Starts the service that the figures are taken from: the deployed stack on this machine, on a data directory of its own.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startService } from '../../test/support/service-process.ts'
import { type Service, serviceOf } from './service.ts'

const ADMIN = join(import.meta.dirname, '..', '..', 'bin', 'admin.ts')
const run = promisify(execFile)

export interface RunningService extends Service {
  end(): Promise<void>
}

/** @param environment of the local run. @param allowedHosts from which URL uploads may fetch. */
export async function startBenchService(
  assembly: string,
  environment: Record<string, string> = {},
  allowedHosts: readonly string[] = [],
): Promise<RunningService> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const dataDir = join(folder, 'data')
  const allowed: Record<string, string> =
    allowedHosts.length > 0 ? { URL_UPLOAD_ALLOW_HOSTS: allowedHosts.join(',') } : {}
  const running = await startService({ assembly, dataDir, env: { ...environment, ...allowed } })
  const admin = async <T>(...words: string[]): Promise<T> => {
    const { PATH, HOME } = process.env
    const { stdout } = await run(process.execPath, [ADMIN, ...words, '--json', '--local', dataDir], {
      env: { PATH, HOME },
    })
    return JSON.parse(stdout) as T
  }
  const end = async () => {
    await running.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const key = await admin<{ api_key: string; key_id: string }>(
      'key',
      'create',
      '--owner',
      'demo',
      '--rate-limit',
      '100000',
    )
    const additions = [{ where: 'TABLE_NAME', variables: allowed }]
    return { ...serviceOf({ session: running.session, dataDir, assembly, additions, key, admin }), end }
  } catch (error) {
    await end()
    throw error
  }
}

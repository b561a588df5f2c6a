// A single simulator: node local/fake-platforms/main.ts --platform instagram --port 0 --data-dir DIR
import { parseArgs } from 'node:util'
import { startFakePlatform } from './index.ts'
import { SIMULATED_IDS } from './registry.ts'

const USAGE = `usage: main.ts --platform ${SIMULATED_IDS.join('|')} [--port N] --data-dir DIR`

const { values } = parseArgs({
  options: { platform: { type: 'string' }, port: { type: 'string', default: '0' }, 'data-dir': { type: 'string' } },
})
const { port } = values
const platform = SIMULATED_IDS.find((id) => id === values.platform)
const dataDir = values['data-dir']

if (platform && dataDir && /^\d{1,5}$/.test(port)) {
  const running = await startFakePlatform(platform, {
    port: Number(port),
    dataDir,
    log: (line) => process.stderr.write(`${line}\n`),
  })
  process.stdout.write(`${JSON.stringify({ url: running.url, demo_token: running.demoToken })}\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void running.close().then(() => process.exit(0)))
  }
} else {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 2
}

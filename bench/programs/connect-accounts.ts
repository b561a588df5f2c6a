// A program: makes accounts on the Threads simulator of a local service and connects them, several at once, as the operator's
// command does one; that many commands would take minutes.
//   node bench/programs/connect-accounts.ts DATA_DIR OWNER SIMULATOR COUNT
// Prints their ids as JSON.
import { aimAt } from '../../bin/admin/target.ts'

const [dataDir, ownerId, simulator, count] = process.argv.slice(2) as [string, string, string, string]
const AT_ONCE = 8

process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT'
await aimAt({ local: dataDir })
const { connectWithToken } = await import('../../core/accounts/connect-account.ts')

const names = Array.from({ length: Number(count) }, (_, at) => `burst.${process.pid}.${at}`)
const ids: string[] = []
const connectOthers = async (): Promise<void> => {
  for (let username = names.pop(); username !== undefined; username = names.pop()) {
    const reply = await fetch(`${simulator}/_control/accounts`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username }),
    })
    if (!reply.ok) throw new Error(`the simulator made no account: ${reply.status} ${await reply.text()}`)
    const { token } = (await reply.json()) as { token: string }
    ids.push((await connectWithToken({ ownerId, platform: 'threads', token })).id)
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, connectOthers))
process.stdout.write(JSON.stringify(ids))

// A short soak, over a leap day and both continents' changes of clocks; and that the soak finds what is wrong.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

async function soak(...options: string[]): Promise<{ code: number | null; out: string; told: string }> {
  // It needs its own process: it replaces clock, chance and clients.
  const run = spawn(process.execPath, ['scripts/soak.ts', ...options], { cwd: ROOT })
  const ended = new Promise<number | null>((resolve) => run.once('exit', resolve))
  const [out, told] = await Promise.all([text(run.stdout), text(run.stderr)])
  return { code: await ended, out, told }
}

describe('npm run soak', () => {
  it('holds for 30 days, and prints its curves', { tags: 'deep', timeout: 240_000 }, async () => {
    const { code, out, told } = await soak('--from', '2028-02-27', '--days', '30', '--accounts', '30', '--posts', '300')
    expect(out + told).toContain('Everything held.')
    expect(code).toBe(0)
    for (const month of ['2028-02', '2028-03']) expect(out).toContain(month)
    expect(out).toMatch(/ends +published \d{3}/)
  })

  it('names what a wrong call has wrong', async () => {
    const { code, told } = await soak('--days', '0')
    expect(code).toBe(2)
    expect(told).toContain('--days must be a whole number from 1 to 3660')
  })
})

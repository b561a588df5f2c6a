// Profile pictures: kept as files, linked by addresses that expire, as the platforms' own do.
import { createHash, createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { type Account, DAY_MS } from './model.ts'
import type { Simulator } from './simulator.ts'

const LINK_MS = DAY_MS

/** A signed address of the account's picture that works for a day; undefined where it has none. */
export function pictureUrl(sim: Simulator, account: Account): string | undefined {
  if (account.picture === null) return undefined
  const expires = (sim.now() + LINK_MS).toString(16)
  return `${sim.url}/_picture/${account.external_id}.jpg?oe=${expires}&oh=${signature(sim, account.external_id, expires)}`
}

/** The file behind such an address; undefined for one that expired or was altered. */
export function pictureFile(sim: Simulator, path: string, params: Map<string, unknown>): string | undefined {
  const id = /^\/_picture\/(\d+)\.jpg$/.exec(path)?.[1]
  const account = id === undefined ? undefined : sim.store.accounts.get(id)
  const expires = String(params.get('oe'))
  if (!account?.picture || params.get('oh') !== signature(sim, account.external_id, expires)) return undefined
  return Number.parseInt(expires, 16) > sim.now() ? account.picture : undefined
}

/** Stores a picture, or draws one from the name. @returns its file name. */
export async function savePicture(sim: Simulator, seed: string, given?: Buffer): Promise<string> {
  const bytes = given ?? (await drawPicture(seed))
  const file = `profile-${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.jpg`
  const path = join(sim.mediaDir, file)
  if (!existsSync(path)) {
    await mkdir(sim.mediaDir, { recursive: true })
    await writeFile(path, bytes)
  }
  return file
}

function drawPicture(seed: string): Promise<Buffer> {
  const digest = createHash('sha256').update(seed).digest()
  const hue = (byte: number): string => `hsl(${Math.round((digest[byte]! / 255) * 360)},65%,55%)`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320">
<rect width="320" height="320" fill="${hue(0)}"/><circle cx="160" cy="130" r="62" fill="${hue(1)}"/>
<ellipse cx="160" cy="310" rx="120" ry="110" fill="${hue(1)}"/></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer()
}

const signature = (sim: Simulator, id: string, expires: string): string =>
  createHmac('sha256', sim.store.meta.secret).update(`picture:${id}:${expires}`).digest('hex').slice(0, 32)

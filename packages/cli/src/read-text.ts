import { WrongCall } from './problem.ts'

/** UTF-8, or UTF-16 that says so at its beginning. @throws {WrongCall} where letters would be lost. @param advice a sentence more. */
export function readText(bytes: Uint8Array, name: string, advice = ''): string {
  const encoding = { fffe: 'utf-16le', feff: 'utf-16be' }[Buffer.from(bytes).toString('hex', 0, 2)] ?? 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new WrongCall(`${name} is not UTF-8: letters would be lost.${advice}`)
  }
}

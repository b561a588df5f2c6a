import { PassThrough } from 'node:stream'
import type { ReadStream } from 'node:tty'
import { describe, expect, it } from 'vitest'
import { openTerminal } from '../../../bin/admin/terminal.ts'

const keyboard = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY }) as unknown as ReadStream

describe('the person at the terminal', () => {
  it('is absent if standard input is not a terminal', () => {
    expect(openTerminal(keyboard(false))).toBeUndefined()
  })

  it('is told and asked, also for addresses longer than a terminal’s own line', async () => {
    const input = keyboard(true)
    const output = new PassThrough()
    const terminal = openTerminal(input, output)!
    terminal.say('Hello.')
    for (const typed of [`https://example.com/?code=${'c'.repeat(6000)}`, 'again']) {
      const answer = terminal.ask('Address: ')
      ;(input as unknown as PassThrough).write(` ${typed}\r`)
      expect(await answer).toBe(typed)
    }
    expect(String(output.read())).toMatch(/^Hello\.\n(.|\s)*Address: /)
  })

  it('is asked for secrets without showing them', async () => {
    const input = keyboard(true)
    const output = new PassThrough()
    const answer = openTerminal(input, output)!.askHidden('Token: ')
    ;(input as unknown as PassThrough).write('secret-token\r')
    expect(await answer).toBe('secret-token')
    expect(String(output.read())).toBe('Token: \n')
  })

  it.each([
    ['Ctrl-C', '\x03'],
    ['Ctrl-D', '\x04'],
  ])('may leave with %s', async (_name, key) => {
    const input = keyboard(true)
    const answer = openTerminal(input, new PassThrough())!.ask('Address: ')
    ;(input as unknown as PassThrough).write(key)
    expect(await answer).toBeUndefined()
  })
})

// Secrets of the operator's commands: from standard input or asked for, so that no command line has to have them.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { type Terminal, WrongCall } from '../../../bin/admin/command.ts'
import { COMMANDS } from '../../../bin/admin/commands.ts'
import { readSecrets } from '../../../bin/admin/secrets.ts'

const named = (name: string) => COMMANDS.find((command) => command.name === name)!
const connect = named('account connect')
const OPTIONS = { owner: 'acme', platform: 'threads' }

const typing = (...answers: (string | undefined)[]): Terminal & { asked: string[] } => {
  const asked: string[] = []
  return {
    asked,
    say: () => undefined,
    ask: () => Promise.reject(new Error('this would show it')),
    askHidden: async (question) => {
      asked.push(question)
      return answers.shift()
    },
  }
}
const read = (token: string | undefined, from: { input?: string; terminal?: Terminal } = {}) =>
  readSecrets(
    connect,
    { ...OPTIONS, ...(token === undefined ? {} : { 'access-token': token }) },
    { input: Readable.from([Buffer.from(from.input ?? '')]), terminal: from.terminal },
  )

describe('a secret', () => {
  it('comes from standard input if - is given in its place', async () => {
    expect(await read('-', { input: '  token-1\n' })).toEqual({
      options: { ...OPTIONS, 'access-token': 'token-1' },
      warnings: [],
    })
  })

  it.each([
    ['', 'nothing came'],
    [' \n', 'nothing came'],
    ['a\nb\n', 'more than one line'],
    ['x'.repeat(70_000), 'more than 65536 bytes'],
  ])('is refused where %j came', async (input, reason) => {
    await expect(read('-', { input })).rejects.toThrow(WrongCall)
    await expect(read('-', { input })).rejects.toThrow(reason)
  })

  it('is asked for, without showing it, if it is left out at a terminal', async () => {
    const terminal = typing('typed')
    expect((await read(undefined, { terminal })).options['access-token']).toBe('typed')
    expect(terminal.asked).toEqual(['access-token: '])
    for (const nothing of ['', undefined])
      await expect(read(undefined, { terminal: typing(nothing) })).rejects.toThrow(
        'account connect needs --access-token.',
      )
    await expect(read(undefined)).rejects.toThrow('account connect needs --access-token. Usage: account connect')
  })

  it('on the command line works, with a warning that does not repeat it', async () => {
    const { options, warnings } = await read('token-1')
    expect(options['access-token']).toBe('token-1')
    expect(warnings).toEqual([expect.stringMatching(/--access-token.*history.*processes.* - /)])
    expect(warnings.join()).not.toContain('token-1')
  })

  it('that is spent by its use needs no warning, but may come the same way', async () => {
    const finish = named('account finish-authorization')
    const address = 'https://example.com/?code=c'
    const from = { input: Readable.from([address]), terminal: undefined }
    expect(await readSecrets(finish, { owner: 'acme', 'redirected-to': address }, from)).toMatchObject({ warnings: [] })
    const { options } = await readSecrets(finish, { owner: 'acme', 'redirected-to': '-' }, from)
    expect(options['redirected-to']).toBe(address)
  })
})

describe('the command as a process', () => {
  const ADMIN = join(import.meta.dirname, '..', '..', '..', 'bin', 'admin.ts')
  const run = (words: string[], input: string) =>
    new Promise<{ code: number | null; stderr: string }>((resolve) => {
      const { PATH, HOME } = process.env
      const where = ['--local', '/nowhere/at/all', '--json']
      const child = spawn(process.execPath, [ADMIN, ...words, ...where], { env: { PATH, HOME } })
      let stderr = ''
      child.stderr.on('data', (chunk: Buffer) => {
        stderr += chunk
      })
      child.stdin.on('error', () => undefined).end(input)
      child.once('close', (code) => resolve({ code, stderr }))
    })
  const words = ['account', 'connect', '--owner', 'demo', '--platform', 'threads']

  it('reads the token from standard input, and fails with one line, however the token came', {
    tags: 'deep',
  }, async () => {
    expect(await run([...words, '--access-token', '-'], '')).toEqual({
      code: 2,
      stderr: '--access-token -: nothing came on standard input.\n',
    })
    for (const [token, input] of [
      ['-', 'secret-token'],
      ['secret-token', ''],
    ] as const)
      expect(await run([...words, '--access-token', token], input)).toEqual({
        code: 1,
        stderr: expect.stringMatching(/^No local service runs on [^\n]*\n$/),
      })
    expect(await run(words, 'secret-token')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('needs --access-token'),
    })
  })
})

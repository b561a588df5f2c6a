// A command's question before it ends or deletes something; and the service that it finds.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readCall, type Terminal, WrongCall } from '../../../bin/admin/command.ts'
import { COMMANDS } from '../../../bin/admin/commands.ts'
import { runCommand } from '../../../bin/admin/run-command.ts'

const DESTROYING = COMMANDS.filter(({ destroys }) => destroys)

const terminalOf = (answer: string | undefined) => {
  const said: string[] = []
  const terminal: Terminal = {
    say: (line) => void said.push(line),
    ask: async (question) => {
      said.push(question)
      return answer
    },
    askHidden: async () => undefined,
  }
  return { terminal, said }
}

/** Arguments of the commands that destroy. */
const OPTIONS = { owner: 'demo', email: 'a@b.c', since: '2026-11-21T10:00:00Z', repair: 'yes' }

/** Up to where it would look for the stack, which is not there. */
async function run(line: string, terminal?: Terminal, target = ['--local', '/nowhere']) {
  const invocation = readCall([...line.split(' '), ...target], COMMANDS)
  return runCommand(invocation.command!, invocation, { input: Readable.from([]), terminal })
}
const REACHED = 'No local service runs on'

describe('a command that ends or deletes something', () => {
  it('says what it does; every one that does so is known', () => {
    expect(DESTROYING.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['member remove', 'key rotate', 'key revoke', 'account disconnect']),
    )
    for (const { destroys, words } of DESTROYING) {
      const given = {
        words: Object.fromEntries(words.map((word) => [word, 'x'])),
        options: OPTIONS,
      }
      expect(destroys!.says(given)).not.toMatch(/undefined/)
      expect(destroys!.says(given)).toMatch(/^[A-Za-z].*\.$/)
    }
  })

  it.each(['no', '', 'y', undefined])('does nothing where a person answers %j', async (answer) => {
    const { terminal, said } = terminalOf(answer)
    await expect(run('key revoke abc', terminal)).rejects.toThrow('Nothing was done.')
    expect(said[0]).toContain('at once and for good')
  })

  it('goes on after yes, and unasked with --yes', async () => {
    const yes = terminalOf('Yes')
    await expect(run('key revoke abc', yes.terminal)).rejects.toThrow(REACHED)
    const unasked = terminalOf('no')
    await expect(run('key revoke abc --yes', unasked.terminal)).rejects.toThrow(REACHED)
    expect(unasked.said).toEqual([])
  })

  it.each([
    [['--local', '/nowhere'], {}, 'the local service of /nowhere'],
    [['--stack', 'Shop', '--region', 'eu-west-1'], {}, 'the stack Shop in eu-west-1 of the AWS account 111122223333'],
    // As the AWS command line, and deploying, read the environment.
    [
      [],
      { AWS_DEFAULT_REGION: 'eu-south-1' },
      'the stack SocialPublisher in eu-south-1 of the AWS account 111122223333',
    ],
    [
      [],
      { AWS_REGION: 'eu-west-3', AWS_DEFAULT_REGION: 'eu-south-1' },
      'the stack SocialPublisher in eu-west-3 of the AWS account 111122223333',
    ],
  ])('says where, before it asks: %j with %j', async (target, environment, where) => {
    delete process.env.AWS_REGION
    delete process.env.AWS_DEFAULT_REGION
    Object.assign(process.env, environment)
    const sts = mockClient(STSClient).on(GetCallerIdentityCommand).resolves({ Account: '111122223333' })
    onTestFinished(() => sts.restore())
    const { terminal, said } = terminalOf('no')
    await expect(run('key revoke abc', terminal, target)).rejects.toThrow('Nothing was done.')
    expect(said[1]).toBe(`It is done in ${where}.`)
  })

  it.each(['key rotate abc', 'key revoke abc', 'account disconnect abc'])('asks no program: %s', async (line) => {
    await expect(run(line)).rejects.toThrow(REACHED)
  })

  it('needs --yes of programs too, where nothing brings back what is deleted', async () => {
    for (const { name, words, options, destroys } of DESTROYING.filter((command) => command.destroys?.always)) {
      const given = Object.entries(OPTIONS).filter(([option]) => options[option])
      const line = [
        name,
        ...words.map(() => 'x'),
        ...given.map(([option, value]) => (options[option]!.flag ? `--${option}` : `--${option} ${value}`)),
      ].join(' ')
      await expect(run(line), name).rejects.toThrow(WrongCall)
      await expect(run(line), name).rejects.toThrow('Give --yes to confirm.')
      await expect(run(`${line} --yes`), name).rejects.toThrow(REACHED)
      expect(destroys!.always).toBe(true)
    }
  })
})

it('asks nothing where this call destroys nothing', async () => {
  const { terminal, said } = terminalOf('no')
  await expect(run('storage check', terminal)).rejects.toThrow(REACHED)
  expect(said).toEqual([])
})

it('takes no --yes where there is nothing to ask', () => {
  expect(() => readCall(['key', 'list', '--owner', 'demo', '--yes'], COMMANDS)).toThrow('takes no --yes')
})

it('asks the local service with its own credentials, whatever profile of AWS the environment names', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'local-service-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
    vi.unstubAllEnvs()
  })
  // As a service that has ended leaves it: nobody listens there.
  const env = {
    ...{ AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local', AWS_CONFIG_FILE: '/dev/null' },
    ...{ AWS_SHARED_CREDENTIALS_FILE: '/dev/null', AWS_ENDPOINT_URL_CLOUDFORMATION: 'http://127.0.0.1:1' },
  }
  writeFileSync(join(folder, 'endpoints.json'), JSON.stringify({ stack_name: 'Shop', region: 'us-east-1', env }))
  for (const name of Object.keys(env)) vi.stubEnv(name, undefined)
  vi.stubEnv('AWS_PROFILE', 'live')
  await expect(run('owner list', undefined, ['--local', folder])).rejects.toThrow(
    `The local service of ${folder} is not running. Start it with npm start.`,
  )
})

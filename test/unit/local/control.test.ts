// The control planes of the local run, spoken to with AWS's own clients.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  APIGatewayClient,
  CreateApiKeyCommand,
  CreateUsagePlanCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  GetApiKeyCommand,
  GetApiKeysCommand,
  GetUsagePlansCommand,
  UpdateApiKeyCommand,
} from '@aws-sdk/client-api-gateway'
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import { DecryptCommand, EncryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms'
import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ListSchedulesCommand,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler'
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLedger } from '../../../local/roles/ledger.ts'
import { createControl } from '../../../local/services/control.ts'
import type { Target } from '../../../local/services/deliver.ts'
import type { Functions } from '../../../local/services/functions.ts'
import { createKeyStore, type KeyStore } from '../../../local/services/gateway/api-keys.ts'
import { createKms } from '../../../local/services/kms.ts'
import { createMail } from '../../../local/services/mail.ts'
import { type Scheduler, startScheduler } from '../../../local/services/scheduler.ts'
import { openState, type State } from '../../../local/state.ts'
import { modelOf, type Template } from '../../../local/template.ts'
import { serve } from './mini-assembly.ts'

const RAW = {
  Resources: {
    Key: { Type: 'AWS::KMS::Key' },
    Other: { Type: 'AWS::KMS::Key' },
    Alias: { Type: 'AWS::KMS::Alias', Properties: { AliasName: 'alias/tokens', TargetKeyId: { Ref: 'Key' } } },
    Group: { Type: 'AWS::Scheduler::ScheduleGroup', Properties: { Name: 'posts' } },
    Api: { Type: 'AWS::ApiGateway::RestApi' },
    Plan: {
      Type: 'AWS::ApiGateway::UsagePlan',
      Properties: { UsagePlanName: 'from the template', ApiStages: [{ ApiId: { Ref: 'Api' }, Stage: 'api' }] },
    },
  },
  Outputs: { Table: { Value: 'a <table> & more' } },
}

let folder: string
let template: Template
let state: State
let keys: KeyStore
let scheduler: Scheduler
let delivered: Target[]
let deliver: (target: Target) => Promise<void>
let reports: string[]
let server: Awaited<ReturnType<typeof serve>>
let client: {
  endpoint: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string }
  maxAttempts: number
}

const functions = {
  invoke: async (name: string, event: string) =>
    name === 'Echo' ? { ok: true, payload: event } : { ok: false, failure: { errorType: 'Error', errorMessage: 'no' } },
} as unknown as Functions

const open = async () => {
  state = openState(folder, false)
  keys = createKeyStore(template, state)
  scheduler = startScheduler(
    template,
    state,
    (target) => deliver(target),
    (line) => reports.push(line),
  )
  const outputs = template.outputs
  server = await serve(
    createControl({
      template,
      kms: createKms(template, folder),
      users: {},
      scheduler,
      keys,
      functions,
      sources: () => undefined,
      ledger: createLedger(template, (line) => reports.push(line)),
      mail: createMail(folder, (line) => reports.push(line)),
      outputs,
    }),
  )
  client = {
    endpoint: server.origin,
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    maxAttempts: 1,
  }
}
const close = async () => {
  scheduler.stop()
  await server.close()
  state.close()
}
const reopen = async () => {
  await close()
  await open()
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'control-'))
  template = modelOf(RAW, 'Mini', folder)
  delivered = []
  reports = []
  deliver = async (target) => void delivered.push(target)
  await open()
})
afterEach(async () => {
  await close()
  rmSync(folder, { recursive: true, force: true })
})

describe('KMS', () => {
  const text = (bytes?: Uint8Array) => Buffer.from(bytes ?? []).toString()

  it('decrypts what it encrypted, after a restart too, and keeps its keys to its owner', async () => {
    const Plaintext = Buffer.from('token')
    const sealed = await new KMSClient(client).send(
      new EncryptCommand({ KeyId: 'alias/tokens', Plaintext, EncryptionContext: { account: '1', b: '2' } }),
    )
    expect(sealed.KeyId).toBe(template.find('Key')!.arn)
    expect(Buffer.from(sealed.CiphertextBlob!).includes(Plaintext)).toBe(false)
    await reopen()
    const opened = await new KMSClient(client).send(
      new DecryptCommand({ CiphertextBlob: sealed.CiphertextBlob, EncryptionContext: { b: '2', account: '1' } }),
    )
    expect(text(opened.Plaintext)).toBe('token')
    for (const file of readdirSync(join(folder, 'keys')))
      expect(statSync(join(folder, 'keys', file)).mode & 0o777).toBe(0o600)
  })

  it('refuses another context, a changed ciphertext, another key, an unknown key', async () => {
    const kms = new KMSClient(client)
    const KeyId = template.find('Key')!.ref
    const { CiphertextBlob } = await kms.send(
      new EncryptCommand({ KeyId, Plaintext: Buffer.from('token'), EncryptionContext: { account: '1' } }),
    )
    const changed = Uint8Array.from(CiphertextBlob!)
    changed[changed.length - 1]! ^= 1
    const context = { account: '1' }
    const refused = [
      [{ CiphertextBlob, EncryptionContext: { account: '2' } }, 'InvalidCiphertextException'],
      [{ CiphertextBlob }, 'InvalidCiphertextException'],
      [{ CiphertextBlob: changed, EncryptionContext: context }, 'InvalidCiphertextException'],
      [{ CiphertextBlob: new Uint8Array([1, 2, 3]), EncryptionContext: context }, 'InvalidCiphertextException'],
      [{ CiphertextBlob, EncryptionContext: context, KeyId: template.find('Other')!.ref }, 'IncorrectKeyException'],
    ] as const
    for (const [input, name] of refused)
      await expect(kms.send(new DecryptCommand(input))).rejects.toMatchObject({ name })
    await expect(kms.send(new EncryptCommand({ KeyId: 'nobody', Plaintext: changed }))).rejects.toMatchObject({
      name: 'NotFoundException',
    })
  })

  it('makes data keys', async () => {
    const kms = new KMSClient(client)
    const made = await kms.send(new GenerateDataKeyCommand({ KeyId: 'alias/tokens', KeySpec: 'AES_256' }))
    const opened = await kms.send(new DecryptCommand({ CiphertextBlob: made.CiphertextBlob }))
    expect(made.Plaintext).toHaveLength(32)
    expect(opened.Plaintext).toEqual(made.Plaintext)
  })
})

describe('Scheduler', () => {
  const at = (ms: number) => `at(${new Date(ms).toISOString().slice(0, 19)})`
  const schedule = (
    Name: string,
    ms: number,
    more: Partial<CreateScheduleCommandInput> = {},
  ): CreateScheduleCommandInput => ({
    Name,
    GroupName: 'posts',
    ScheduleExpression: at(ms),
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: { Arn: 'arn:queue', RoleArn: 'arn:role', Input: '{"post":1}' },
    ...more,
  })
  const named = async () => {
    const { Schedules } = await new SchedulerClient(client).send(new ListSchedulesCommand({ GroupName: 'posts' }))
    return Schedules!.map(({ Name }) => Name)
  }

  /** The scheduler's clock stands still until a test moves it, however busy the machine is. */
  const onItsClock = () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
  }

  it('delivers when it is due, once, and forgets the schedule', async () => {
    onItsClock()
    const due = Math.floor(Date.now() / 1000) * 1000 + 60_000
    await new SchedulerClient(client).send(new CreateScheduleCommand(schedule('soon', due)))
    await vi.advanceTimersByTimeAsync(due - 1 - Date.now())
    expect(delivered).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await expect.poll(() => delivered).toEqual([{ arn: 'arn:queue', input: '{"post":1}', group: undefined }])
    await expect.poll(named).toEqual([])
  })

  it('delivers after a restart what became due in between', async () => {
    await new SchedulerClient(client).send(new CreateScheduleCommand(schedule('missed', Date.now() + 30_000)))
    await new SchedulerClient(client).send(new CreateScheduleCommand(schedule('later', Date.now() + 90_000_000)))
    await close()
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] })
    await open()
    vi.useRealTimers()
    await expect.poll(() => delivered).toHaveLength(1)
    await expect.poll(named).toEqual(['later'])
  })

  it('tries again when the delivery fails', async () => {
    let tries = 0
    deliver = async () => {
      tries += 1
      if (tries === 1) throw new Error('queue is away')
      delivered.push({ arn: '', input: '' })
    }
    onItsClock()
    await new SchedulerClient(client).send(new CreateScheduleCommand(schedule('stubborn', Date.now() + 60_000)))
    await vi.advanceTimersByTimeAsync(60_000)
    expect([tries, delivered.length]).toEqual([1, 0])
    await vi.advanceTimersByTimeAsync(60_000)
    vi.useRealTimers()
    await expect.poll(() => delivered.length).toBe(1)
    expect(tries).toBe(2)
  })

  it.each([
    ['fails', () => Promise.reject(new Error('queue is away'))],
    ['succeeds', () => Promise.resolve()],
  ])('goes by the new time of one that is moved while its delivery %s', async (_, outcome) => {
    const at: number[] = []
    let moved = () => {}
    const moving = new Promise<void>((resolve) => (moved = resolve))
    deliver = async () => {
      at.push(Date.now())
      if (at.length === 1) await moving.then(outcome)
    }
    onItsClock()
    const first = Math.floor(Date.now() / 1000) * 1000 + 60_000
    const second = first + 600_000
    scheduler.create('moved', schedule('moved', first))
    await vi.advanceTimersByTimeAsync(first - Date.now())
    scheduler.update('moved', schedule('moved', second))
    moved()
    await vi.advanceTimersByTimeAsync(second - 1 - Date.now())
    expect(at).toEqual([first])
    // And not once more by a timer that nobody holds.
    scheduler.update('moved', schedule('moved', second + 600_000))
    await vi.advanceTimersByTimeAsync(600_000)
    expect(at).toEqual([first])
    await vi.advanceTimersByTimeAsync(1)
    expect(at).toEqual([first, second + 600_000])
  })

  it('says no to a name that is taken, the past, an unknown group; a repeated call is the same call', async () => {
    const { send } = {
      send: (input: CreateScheduleCommandInput) => new SchedulerClient(client).send(new CreateScheduleCommand(input)),
    }
    const later = Date.now() + 3_600_000
    const made = await send(schedule('one', later, { ClientToken: 'same' }))
    expect(made.ScheduleArn).toMatch(/schedule\/posts\/one$/)
    expect((await send(schedule('one', later, { ClientToken: 'same' }))).ScheduleArn).toBe(made.ScheduleArn)
    await expect(send(schedule('one', later))).rejects.toMatchObject({
      name: 'ConflictException',
      $metadata: { httpStatusCode: 409 },
    })
    await expect(send(schedule('two', Date.now() - 5000))).rejects.toMatchObject({ name: 'ValidationException' })
    await expect(send(schedule('two', later, { ScheduleExpression: 'rate(5 minutes)' }))).rejects.toMatchObject({
      name: 'ValidationException',
    })
    await expect(send(schedule('two', later, { GroupName: 'nobody' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    })
    await expect(send(schedule('no spaces', later))).rejects.toMatchObject({ name: 'ValidationException' })
  })

  it.each<[string, Partial<CreateScheduleCommandInput>, Partial<CreateScheduleCommandInput['Target']>]>([
    ['a day that no month has', { ScheduleExpression: 'at(2030-02-30T00:00:00)' }, {}],
    ['a window of another kind', { FlexibleTimeWindow: { Mode: 'SOME' as 'OFF' } }, {}],
    ['a token with a space', { ClientToken: 'a b' }, {}],
    ['more tries than 185', {}, { RetryPolicy: { MaximumRetryAttempts: 186 } }],
    ['tries for less than a minute', {}, { RetryPolicy: { MaximumEventAgeInSeconds: 59 } }],
    ['tries for more than a day', {}, { RetryPolicy: { MaximumEventAgeInSeconds: 86_401 } }],
    ['an input above 256 KB', {}, { Input: 'x'.repeat(262_145) }],
  ])('takes no %s, as AWS does not', async (_, more, target) => {
    const given = schedule('strict', Date.now() + 3_600_000, more)
    const command = new CreateScheduleCommand({ ...given, Target: { ...given.Target!, ...target } })
    await expect(new SchedulerClient(client).send(command)).rejects.toMatchObject({ name: 'ValidationException' })
  })

  it('shows, changes and removes', async () => {
    const aws = new SchedulerClient(client)
    const later = Date.now() + 3_600_000
    await aws.send(new CreateScheduleCommand(schedule('one', later)))
    await aws.send(new UpdateScheduleCommand(schedule('one', later + 60_000)))
    const shown = await aws.send(new GetScheduleCommand({ Name: 'one', GroupName: 'posts' }))
    expect(shown).toMatchObject({ Name: 'one', ScheduleExpression: at(later + 60_000), Target: { Arn: 'arn:queue' } })
    expect(shown.CreationDate).toBeInstanceOf(Date)
    await aws.send(new DeleteScheduleCommand({ Name: 'one', GroupName: 'posts' }))
    await expect(aws.send(new DeleteScheduleCommand({ Name: 'one', GroupName: 'posts' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    })
    await expect(aws.send(new GetScheduleCommand({ Name: 'one', GroupName: 'posts' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    })
  })

  it('lists in pages', async () => {
    const aws = new SchedulerClient(client)
    for (const name of ['a-1', 'a-2', 'a-3', 'b-1'])
      await aws.send(new CreateScheduleCommand(schedule(name, Date.now() + 3_600_000)))
    const first = await aws.send(new ListSchedulesCommand({ GroupName: 'posts', NamePrefix: 'a-', MaxResults: 2 }))
    const second = await aws.send(
      new ListSchedulesCommand({ GroupName: 'posts', NamePrefix: 'a-', MaxResults: 2, NextToken: first.NextToken }),
    )
    expect([...first.Schedules!, ...second.Schedules!].map(({ Name }) => Name)).toEqual(['a-1', 'a-2', 'a-3'])
    expect(second.NextToken).toBeUndefined()
  })
})

describe('API Gateway', () => {
  const value = 'a value of twenty characters or more'

  it('makes keys and plans that last, and shows values only when asked', async () => {
    const aws = new APIGatewayClient(client)
    const api = template.find('Api')!.ref
    const plan = await aws.send(
      new CreateUsagePlanCommand({
        name: 'rate-60',
        apiStages: [{ apiId: api, stage: 'api' }],
        throttle: { rateLimit: 1, burstLimit: 2 },
      }),
    )
    const key = await aws.send(new CreateApiKeyCommand({ name: 'mine', value, enabled: true }))
    await aws.send(new CreateUsagePlanKeyCommand({ usagePlanId: plan.id, keyId: key.id, keyType: 'API_KEY' }))
    await reopen()
    const again = new APIGatewayClient(client)
    expect((await again.send(new GetUsagePlansCommand({}))).items!.map(({ name }) => name).sort()).toEqual([
      'from the template',
      'rate-60',
    ])
    expect((await again.send(new GetUsagePlansCommand({ keyId: key.id }))).items).toHaveLength(1)
    expect((await again.send(new GetApiKeyCommand({ apiKey: key.id }))).value).toBeUndefined()
    expect((await again.send(new GetApiKeyCommand({ apiKey: key.id, includeValue: true }))).value).toBe(value)
    const now = Date.now()
    expect([0, 1, 2].map(() => keys.admit(value, api, 'api', now))).toEqual(['admitted', 'admitted', 'throttled'])
    expect(keys.admit(value, api, 'api', now + 1000)).toBe('admitted')
    expect(keys.admit(value, api, 'other', now)).toBe('invalid')
  })

  it('stops a key that is disabled or deleted', async () => {
    const aws = new APIGatewayClient(client)
    const { ref } = template.find('Plan')!
    const api = template.find('Api')!.ref
    const { id } = await aws.send(new CreateApiKeyCommand({ value, enabled: true }))
    await aws.send(new CreateUsagePlanKeyCommand({ usagePlanId: ref, keyId: id, keyType: 'API_KEY' }))
    expect(keys.admit(value, api, 'api', 0)).toBe('admitted')
    await aws.send(
      new UpdateApiKeyCommand({ apiKey: id, patchOperations: [{ op: 'replace', path: '/enabled', value: 'false' }] }),
    )
    expect(keys.admit(value, api, 'api', 0)).toBe('invalid')
    await aws.send(new DeleteApiKeyCommand({ apiKey: id }))
    await expect(aws.send(new DeleteApiKeyCommand({ apiKey: id }))).rejects.toMatchObject({ name: 'NotFoundException' })
    expect((await aws.send(new GetApiKeysCommand({}))).items).toEqual([])
  })

  it('refuses a second key of the same value, a short value, a second plan of the same stage', async () => {
    const aws = new APIGatewayClient(client)
    const { id } = await aws.send(new CreateApiKeyCommand({ value, enabled: true }))
    await expect(aws.send(new CreateApiKeyCommand({ value }))).rejects.toMatchObject({ name: 'ConflictException' })
    await expect(aws.send(new CreateApiKeyCommand({ value: 'short' }))).rejects.toMatchObject({
      name: 'BadRequestException',
    })
    const plan = await aws.send(
      new CreateUsagePlanCommand({ name: 'second', apiStages: [{ apiId: template.find('Api')!.ref, stage: 'api' }] }),
    )
    await aws.send(
      new CreateUsagePlanKeyCommand({ usagePlanId: template.find('Plan')!.ref, keyId: id, keyType: 'API_KEY' }),
    )
    await expect(
      aws.send(new CreateUsagePlanKeyCommand({ usagePlanId: plan.id, keyId: id, keyType: 'API_KEY' })),
    ).rejects.toMatchObject({ name: 'ConflictException' })
  })

  it('lists keys in pages', async () => {
    const aws = new APIGatewayClient(client)
    for (let made = 0; made < 5; made += 1)
      await aws.send(new CreateApiKeyCommand({ name: `k${made}`, value: `${value}${made}` }))
    const first = await aws.send(new GetApiKeysCommand({ limit: 3 }))
    const second = await aws.send(new GetApiKeysCommand({ limit: 3, position: first.position }))
    expect([...first.items!, ...second.items!].map(({ name }) => name)).toEqual(['k0', 'k1', 'k2', 'k3', 'k4'])
    expect(second.position).toBeUndefined()
  })
})

describe('the other services', () => {
  it('CloudFormation describes the stack and knows no other', async () => {
    const aws = new CloudFormationClient(client)
    const { Stacks } = await aws.send(new DescribeStacksCommand({ StackName: 'Mini' }))
    expect(Stacks).toMatchObject([
      { StackName: 'Mini', Outputs: [{ OutputKey: 'Table', OutputValue: 'a <table> & more' }] },
    ])
    await expect(aws.send(new DescribeStacksCommand({ StackName: 'Nobody' }))).rejects.toMatchObject({
      name: 'ValidationError',
      message: 'Stack with id Nobody does not exist',
    })
  })

  it('Lambda calls a function', async () => {
    const invoke = (name: string) =>
      fetch(`${server.origin}/2015-03-31/functions/${name}/invocations`, { method: 'POST', body: '{"a":1}' })
    expect(await (await invoke('Echo')).json()).toEqual({ a: 1 })
    expect((await invoke('Failing')).headers.get('X-Amz-Function-Error')).toBe('Unhandled')
  })

  it('SES writes what would be sent into a folder, whole and readable, and names the file alone', async () => {
    const aws = new SESv2Client(client)
    const send = (to: string[], subject = 'Größe \u{1f389}\r\nBcc: x@example.com') =>
      aws.send(
        new SendEmailCommand({
          FromEmailAddress: 'notices@example.com',
          Destination: { BccAddresses: to },
          Content: { Simple: { Subject: { Data: subject }, Body: { Text: { Data: 'One\nTwo' } } } },
        }),
      )
    const { MessageId } = await send(['a@example.com', 'b@example.com'])
    expect(MessageId).toBeTruthy()
    const [file, ...more] = readdirSync(join(folder, 'mail'))
    expect(more).toEqual([])
    const message = readFileSync(join(folder, 'mail', file!), 'utf8')
    const [head = '', body] = message.split('\r\n\r\n')
    expect(head).toContain('From: notices@example.com\r\nBcc: a@example.com, b@example.com\r\n')
    expect(head.match(/^Bcc:/gm)).toHaveLength(1)
    expect(body).toBe('One\r\nTwo')
    expect(statSync(join(folder, 'mail', file!)).mode & 0o777).toBe(0o600)
    expect(reports.join()).toContain(file)
    expect(reports.join()).not.toContain('@')
    await expect(send([])).rejects.toMatchObject({ name: 'BadRequestException' })
    await expect(send(['a b'])).rejects.toMatchObject({ name: 'BadRequestException' })
    expect(readdirSync(join(folder, 'mail'))).toHaveLength(1)
  })

  it('what is not there is refused by name', async () => {
    const reply = await fetch(server.origin, {
      method: 'POST',
      headers: { 'X-Amz-Target': 'AWSEvents.PutEvents' },
      body: '{}',
    })
    expect(reply.status).toBe(400)
    expect(await reply.text()).toContain('AWSEvents.PutEvents')
  })
})

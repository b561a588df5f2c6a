// Faults of AWS on demand: how often, which, and how a function sees them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawAwsFault, drawOutage } from '../../../local/aws-faults.ts'
import type { Functions } from '../../../local/services/functions.ts'
import { type Assembly, getAtt, runFunctions, serve, writeAssembly } from './mini-assembly.ts'

const draws =
  (...values: number[]) =>
  () =>
    values.shift() ?? 0

const call = (operation: string, body = '{}', service = 'dynamodb') => ({ service, operation, method: 'POST', body })

describe('a draw', () => {
  it('leaves alone what is not drawn, and services that nobody calls often', () => {
    expect(drawAwsFault(call('PutItem'), 0, draws(0))).toBeUndefined()
    expect(drawAwsFault(call('PutItem'), 0.1, draws(0.1))).toBeUndefined()
    expect(drawAwsFault(call('AdminGetUser', '{}', 'cognito-idp'), 1, draws(0))).toBeUndefined()
  })

  it.each(['PutItem', 'UpdateItem', 'DeleteItem'])('%s meets a transaction', (operation) => {
    expect(drawAwsFault(call(operation), 1, draws(0, 0))).toMatchObject({
      when: 'before',
      status: 400,
      code: 'TransactionConflictException',
    })
  })

  it.each([
    [0, 'TransactionConflict'],
    [0.25, 'ThrottlingError'],
  ])('%f: a transaction is cancelled with a reason for each of its items, the first %s', (which, reason) => {
    const fault = drawAwsFault(call('TransactWriteItems', '{"TransactItems":[{},{},{}]}'), 1, draws(0, which))
    expect(fault).toMatchObject({ when: 'before', status: 400, code: 'TransactionCanceledException' })
    expect(JSON.parse(fault!.body).CancellationReasons.map(({ Code }: { Code: string }) => Code)).toEqual([
      reason,
      'None',
      'None',
    ])
  })

  it('what reads meets no transaction', () => {
    expect(drawAwsFault(call('GetItem'), 1, draws(0, 0))?.code).toBe('ProvisionedThroughputExceededException')
  })

  it.each([
    [0.25, 'before', 'ProvisionedThroughputExceededException', 400],
    [0.5, 'before', 'InternalServerError', 500],
    [0.75, 'after', 'InternalServerError', 500],
  ])('%f is %s %s', (which, when, code, status) => {
    expect(drawAwsFault(call('PutItem'), 1, draws(0, which))).toMatchObject({ when, code, status })
  })

  it('S3 says it in XML', () => {
    const fault = drawAwsFault(call('', '', 's3'), 1, draws(0, 0.3))
    expect(fault).toMatchObject({ status: 503, type: 'application/xml' })
    expect(fault?.body).toContain('<Code>SlowDown</Code>')
  })
})

describe('a service that is away', () => {
  const during = (service: string, seconds: readonly number[]) =>
    seconds.map((at) => drawOutage({ service }, at * 1000)?.code)

  it('is S3 for a minute in every ten', () => {
    expect(during('s3', [0, 44, 45, 104, 105, 644, 645, 705])).toEqual([
      ...[undefined, undefined, 'SlowDown', 'SlowDown', undefined, undefined, 'SlowDown', undefined],
    ])
    expect(drawOutage({ service: 's3' }, 45_000)).toMatchObject({ status: 503, when: 'before' })
  })

  it('is KMS for seconds, again and again', () => {
    expect(during('kms', [19, 20, 27, 28, 64, 65, 72, 73])).toEqual([
      ...[undefined, 'ThrottlingException', 'ThrottlingException', undefined],
      ...[undefined, 'ThrottlingException', 'ThrottlingException', undefined],
    ])
  })

  it('is never the table', () => {
    expect(during('dynamodb', [0, 25, 50, 70, 100])).toEqual(Array(5).fill(undefined))
  })
})

describe('a function whose calls go wrong', () => {
  let assembly: Assembly
  let functions: Functions & { reports: string[] }
  let service: Awaited<ReturnType<typeof serve>>
  let reached = 0
  beforeAll(async () => {
    service = await serve((request, response) => {
      reached += 1
      request.resume().once('end', () => response.end('{}'))
    })
    const { port } = new URL(service.origin)
    assembly = writeAssembly(
      {
        Calling: { Type: '', Properties: { Role: getAtt('Lister', 'Arn') } },
        Lister: {
          Type: 'AWS::IAM::Role',
          Properties: {
            Policies: [
              {
                PolicyDocument: {
                  Statement: [{ Effect: 'Allow', Action: 'scheduler:ListSchedules', Resource: '*' }],
                },
              },
            ],
          },
        },
      },
      {
        Calling: `import http from 'node:http'
          const signed = 'AWS4-HMAC-SHA256 Credential=Calling/20260101/us-east-1/scheduler/aws4_request'
          const call = () => new Promise((resolve, reject) => {
            const options = { host: '127.0.0.1', port: ${port}, path: '/schedules', headers: { authorization: signed } }
            const request = http.request(options, (reply) => {
              let text = ''
              reply.on('data', (chunk) => { text += chunk }).on('end', () => resolve({ status: reply.statusCode, text }))
            })
            request.on('error', reject)
            request.end()
          })
          export const handler = async ({ calls }) => {
            const replies = []
            for (let at = 0; at < calls; at += 1) replies.push(await call())
            return replies
          }`,
      },
    )
    functions = runFunctions(assembly, { awsFaults: 1 })
  })
  afterAll(async () => {
    await functions.stop(0)
    assembly.remove()
    await service.close()
  })

  it('sees the errors of the service, some of them for what was done', async () => {
    const outcome = await functions.invoke('Calling', '{"calls":60}')
    expect(outcome, functions.reports.join('\n')).toMatchObject({ ok: true })
    const replies = JSON.parse((outcome as { payload: string }).payload) as { status: number; text: string }[]
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([429, 500]))
    expect(replies.every(({ text }) => /"__type":"com.amazonaws#\w+"/.test(text))).toBe(true)
    expect(reached).toBeGreaterThan(0)
    expect(reached).toBeLessThan(60)
    await functions.stop(0)
    expect(functions.reports.join('\n')).toMatch(/faults of AWS: .*InternalServerException though done \d+/)
  })
})

// What Lambda does with an asynchronous invocation that fails or is held back.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAsyncInvoke } from '../../../local/services/async-invoke.ts'
import type { Functions } from '../../../local/services/functions.ts'
import { type Assembly, runFunctions, writeAssembly } from './mini-assembly.ts'

let assembly: Assembly
let functions: Functions
beforeAll(() => {
  const config = (target: string, attempts: number, seconds: number) => ({
    Type: 'AWS::Lambda::EventInvokeConfig',
    Properties: {
      FunctionName: { Ref: target },
      Qualifier: '$LATEST',
      MaximumRetryAttempts: attempts,
      MaximumEventAgeInSeconds: seconds,
    },
  })
  const failing = `export const handler = async () => { throw new Error('no') }`
  assembly = writeAssembly(
    {
      HeldBack: { Type: '', Properties: { ReservedConcurrentExecutions: 0 } },
      OnceConfig: config('Once', 0, 60),
      YoungConfig: config('Young', 2, 100),
      HeldBackConfig: config('HeldBack', 0, 60),
    },
    { Usual: failing, Once: failing, Young: failing, HeldBack: failing, Good: 'export const handler = async () => 1' },
  )
  functions = runFunctions(assembly)
})
afterAll(async () => {
  await functions.stop(0)
  assembly.remove()
})

/** The pauses, in seconds, after which a function is called again; and what it ends with. */
async function pausesOf(target: string) {
  const pauses: number[] = []
  const { invoke } = createAsyncInvoke(assembly.template, functions, async (ms) => void pauses.push(ms / 1000))
  const end = await invoke(target, '{}').then(
    () => 'done',
    (error: Error) => error.message,
  )
  return { pauses, end }
}

describe('an asynchronous invocation', () => {
  it.each([
    ['that succeeds is made once', 'Good', [], 'done'],
    ['of a function that fails is made three times', 'Usual', [60, 120], 'Error: no'],
    ['is made as often as is set', 'Once', [], 'Error: no'],
    ['is not made when the event is too old', 'Young', [60], 'Error: no'],
    [
      'that is held back is made again, whatever is set for errors, until the event is too old',
      'HeldBack',
      [1, 2, 4, 8, 16],
      'TooManyRequestsException: Rate Exceeded.',
    ],
  ])('%s', async (_name, target, pauses, end) => {
    expect(await pausesOf(target)).toEqual({ pauses, end })
  })

  it('is given up when the local run stops', async () => {
    const invoking = createAsyncInvoke(assembly.template, functions)
    const given = invoking.invoke('Usual', '{}')
    invoking.stop()
    await expect(given).rejects.toThrow('no')
  })
})

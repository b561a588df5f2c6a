// Deliveries that AWS documents as possible (late, twice), and clocks that differ.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { clockOffset } from '../../../local/aws-faults-clock.ts'
import { deliveryFaults, lateSchedules, repeatedRules } from '../../../local/aws-faults-delivery.ts'

const draws =
  (...values: number[]) =>
  () =>
    values.shift() ?? 0.999
const target = { arn: 'arn', input: '{}' }

/** The deliveries, and how long each took. */
function watched(...values: number[]) {
  const happened: (string | number)[] = []
  const faults = deliveryFaults(0.5, draws(...values), async (ms) => void happened.push(ms))
  const deliver = async () => void happened.push('delivered')
  return { faults, deliver, happened }
}

describe('a delivery', () => {
  it('goes out once and at once where nothing goes wrong', async () => {
    const { faults, deliver, happened } = watched(0.9, 0.9)
    await lateSchedules(faults, deliver)(target)
    expect(happened).toEqual(['delivered'])
    const none = deliveryFaults(0, () => 0)
    expect([none.heldBack(), none.twice()]).toEqual([0, false])
  })

  it('of a schedule is up to a minute late', async () => {
    const { faults, deliver, happened } = watched(0.1, 0.5, 0.9)
    await lateSchedules(faults, deliver)(target)
    expect(happened).toEqual([30_000, 'delivered'])
  })

  it('of a rule is never late, but may come twice', async () => {
    const { faults, deliver, happened } = watched(0.1, 0.5)
    await repeatedRules(faults, deliver)(target)
    await expect.poll(() => happened.filter((one) => one === 'delivered')).toHaveLength(2)
    expect(happened[0]).toBe(1500)
  })

  it('of a message is held back by whole seconds', () => {
    expect(deliveryFaults(0.5, draws(0.1, 0)).heldBack()).toBe(1)
    expect(deliveryFaults(0.5, draws(0.1, 0.99)).heldBack()).toBe(15)
  })
})

it('sets the clock of a process apart, everywhere that asks for the time', async () => {
  expect([clockOffset(() => 0), clockOffset(() => 0.5), clockOffset(() => 0.9999)]).toEqual([-1000, 0, 1000])
  const module = join(import.meta.dirname, '../../../local/aws-faults-clock.ts')
  const script = `
    const real = Date.now()
    const { skewClock } = await import(${JSON.stringify(module)})
    skewClock(3_600_000)
    const given = new Date(5)
    console.log(JSON.stringify([
      Math.round((Date.now() - real) / 60_000),
      Math.round((new Date().getTime() - real) / 60_000),
      given.getTime(), given instanceof Date, Date.UTC(1970, 0, 1), typeof Date(),
    ]))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  expect(JSON.parse(stdout)).toEqual([60, 60, 5, true, 0, 'string'])
})

// How the functions share what an account can run at the same time: for accounts and settings of every size.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shares } from '../../lib/concurrency.ts'
import { Settings } from '../../lib/settings.ts'

const of = (given: Partial<Settings>) => shares(Settings.parse(given))
const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0)

describe('the shares of an account', () => {
  it('are what the settings say in a usual one', () => {
    expect(of({})).toEqual({
      workers: { publish: 50, inspect: 10, deliver: 20 },
      slowTries: 2,
      variantsOfWorker: 4,
      reserved: { variant: 100, downloads: 100, uploads: 50 },
    })
  })

  it('leave the API its own in a new one, whose 10 nothing can be reserved of', () => {
    const { workers, variantsOfWorker, reserved } = of({ accountConcurrency: 10 })
    expect({ workers, variantsOfWorker, reserved }).toEqual({
      workers: { publish: 2, inspect: 2, deliver: 2 },
      variantsOfWorker: 1,
      reserved: {},
    })
    expect(sum(Object.values(workers)) + workers.publish * variantsOfWorker).toBeLessThanOrEqual(8)
  })

  it('never starve the API, whatever is set', () => {
    const most = fc.integer({ min: 2, max: 1000 })
    const reservable = fc.integer({ min: 1, max: 10_000 })
    fc.assert(
      fc.property(
        fc.record({
          accountConcurrency: fc.integer({ min: 10, max: 100_000 }),
          publishConcurrency: most,
          inspectConcurrency: most,
          deliverConcurrency: most,
          variantConcurrency: reservable,
          downloadConcurrency: reservable,
          uploadConcurrency: reservable,
        }),
        (given) => {
          const { workers, slowTries, variantsOfWorker, reserved } = of(given)
          const account = given.accountConcurrency
          const unreserved = account - sum(Object.values(reserved))
          const busy = sum(Object.values(workers)) + workers.publish * variantsOfWorker
          // A fifth is the API's, whatever the workers and those who make variants for them take.
          expect(account - busy).toBeGreaterThanOrEqual(Math.floor(account / 5))
          expect(unreserved - sum(Object.values(workers))).toBeGreaterThanOrEqual(Math.floor(account / 5))
          if (Object.keys(reserved).length > 0) expect(unreserved).toBeGreaterThanOrEqual(100)
          for (const one of Object.values(workers)) expect(one).toBeGreaterThanOrEqual(2)
          // The slow addresses of one owner leave most of the workers to the others.
          expect(slowTries).toBeGreaterThanOrEqual(1)
          expect(slowTries).toBeLessThanOrEqual(workers.deliver / 2)
        },
      ),
    )
  })
})

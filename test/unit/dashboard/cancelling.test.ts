// What of a post is called back, and how it shows that it was.
import { expect, it } from 'vitest'
import { canBeCancelled, wasCancelled } from '../../../dashboard/src/posts/cancelling.ts'

type Asked = Parameters<typeof canBeCancelled>[0]
const publication = (state: Asked['state'], held = false): Asked => ({
  state,
  last_problem: held ? ({ message: 'Too many calls.' } as Asked['last_problem']) : null,
  jobs: [],
})
const live = publication('published')
const cancelled = publication('cancelled')

it('can be called back while it waits for its time, or for another try', () => {
  const all = [publication('waiting'), publication('preparing', true), publication('preparing'), live, cancelled]
  expect(all.map(canBeCancelled)).toEqual([true, true, false, false, false])
})

it('was called back where nothing is left that can be, also beside accounts on which it is live', () => {
  expect(wasCancelled({ publications: [cancelled] })).toBe(true)
  expect(wasCancelled({ publications: [live, cancelled] })).toBe(true)
  expect(wasCancelled({ publications: [live] })).toBe(false)
  expect(wasCancelled({ publications: [cancelled, publication('preparing', true)] })).toBe(false)
})

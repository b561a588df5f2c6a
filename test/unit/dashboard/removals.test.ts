// What was removed by a request whose answer was lost is gone when it is asked again: that is not said to be somebody else's doing.
import { expect, it } from 'vitest'
import { noteUnclear, wasRemovedHere } from '../../../dashboard/src/api/removals.ts'

const asked = (id: string, method = 'DELETE') => ({ method, url: `http://127.0.0.1/api/v1/keys/${id}` })

it.each([
  ['no answer', noteUnclear],
  ['a fault of the service', (of: ReturnType<typeof asked>) => wasRemovedHere(of, 502)],
])('was removed by this page after %s', (name, lost) => {
  lost(asked(name))
  expect(wasRemovedHere(asked(name), 404)).toBe(true)
  // Once: it may be there again.
  expect(wasRemovedHere(asked(name), 404)).toBe(false)
})

it('is not this page’s doing where nothing was asked before, or something else', () => {
  expect(wasRemovedHere(asked('other'), 404)).toBe(false)
  noteUnclear(asked('read', 'GET'))
  expect(wasRemovedHere(asked('read', 'GET'), 404)).toBe(false)
  noteUnclear(asked('kept'))
  expect(wasRemovedHere(asked('kept'), 409)).toBe(false)
})

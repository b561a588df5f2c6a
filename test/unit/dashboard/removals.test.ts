// What was removed by a request whose answer was lost is gone when it is asked again: that is not said to be somebody else's doing.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const answers: (Response | Error)[] = []

beforeEach(() => {
  vi.stubGlobal('window', { location: new URL('http://127.0.0.1/') })
  vi.stubGlobal('fetch', async () => {
    const next = answers.shift()!
    if (next instanceof Error) throw next
    return next
  })
})

afterEach(() => {
  answers.length = 0
  vi.unstubAllGlobals()
})

const missing = () =>
  Response.json(
    { success: false, message: 'No such key.', errors: [{ code: 'not_found', path: '', message: 'No such key.' }] },
    { status: 404 },
  )

async function remove(id: string): Promise<unknown> {
  const { api, orThrow } = await import('../../../dashboard/src/api/client.ts')
  return orThrow(api.DELETE('/v1/keys/{id}', { params: { path: { id } } }))
}

it.each([
  ['no answer', () => new TypeError('network')],
  ['a fault of the service', () => new Response('{}', { status: 502 })],
  ['an answer that broke off', () => new Response('{"succ')],
])('was removed by this page after %s', async (name, lost) => {
  answers.push(lost(), missing(), missing())
  await expect(remove(name)).rejects.toThrow()
  await expect(remove(name)).resolves.toMatchObject({ success: true })
  // Once: nobody looks for it again without a new reason.
  await expect(remove(name)).rejects.toMatchObject({ status: 404 })
})

it('is not this page’s doing where nothing was sent before', async () => {
  answers.push(missing())
  await expect(remove('other')).rejects.toMatchObject({ status: 404 })
})

// The browser's database on a page that stays open for long: the browser may close the connection, and the page connects again.
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'

// By its path: its types are those of a browser, which are not known here.
const file = join(import.meta.dirname, '..', '..', '..', 'dashboard', 'src', 'kept-in.ts')
const { keptIn } = (await import(file)) as { keptIn(name: string): { read(key: string): Promise<unknown> } }

/** A database in the browser's words, as far as they are used. Its connection can be lost, and opening it can fail. */
function browserWith(values: Record<string, unknown>) {
  const connections: { onclose?: () => void; lost: boolean }[] = []
  const later = <T>(request: T & { onsuccess?: () => void }): T => {
    queueMicrotask(() => request.onsuccess?.())
    return request
  }
  const browser = {
    failing: false,
    connections,
    loseConnection() {
      const last = connections.at(-1)!
      last.lost = true
      last.onclose?.()
    },
  }
  const connect = () => {
    const connection = {
      lost: false,
      onclose: undefined as (() => void) | undefined,
      transaction: () => {
        if (connection.lost) throw new DOMException('The database connection is closing.', 'InvalidStateError')
        return { objectStore: () => ({ get: (key: string) => later({ result: values[key] }) }) }
      },
    }
    connections.push(connection)
    return connection
  }
  vi.stubGlobal('indexedDB', {
    open: () => {
      const request = { result: undefined as unknown, error: new Error('no room'), onerror: () => {} }
      if (!browser.failing) return later(Object.assign(request, { result: connect() }))
      queueMicrotask(() => request.onerror())
      return request
    },
  })
  return browser
}

it('connects again where the browser has closed the connection', async () => {
  const browser = browserWith({ draft: 'Words' })
  const { read } = keptIn('composer')
  expect([await read('draft'), await read('draft')]).toEqual(['Words', 'Words'])
  expect(browser.connections).toHaveLength(1)
  browser.loseConnection()
  expect(await read('draft')).toBe('Words')
  expect(browser.connections).toHaveLength(2)
})

it('connects again where that failed before', async () => {
  const browser = browserWith({ draft: 'Words' })
  const { read } = keptIn('composer')
  browser.failing = true
  await expect(read('draft')).rejects.toThrow('no room')
  browser.failing = false
  expect(await read('draft')).toBe('Words')
})

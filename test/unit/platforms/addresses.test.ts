import { afterEach, expect, it } from 'vitest'
import { addressesOf } from '../../../core/platforms/meta/addresses.ts'

const home = {
  graph: 'https://graph.instagram.com',
  version: 'v26.0',
  authorize: 'https://www.instagram.com',
  token: 'https://api.instagram.com',
}
const atHome = {
  graph: 'https://graph.instagram.com',
  api: 'https://graph.instagram.com/v26.0',
  authorize: 'https://www.instagram.com',
  token: 'https://api.instagram.com',
}

afterEach(() => {
  delete process.env.INSTAGRAM_GRAPH_URL
  delete process.env.INSTAGRAM_API_VERSION
})

it('is at home where nothing is set', () => expect(addressesOf('instagram', home)).toEqual(atHome))

it('is at home where home is set', () => {
  process.env.INSTAGRAM_GRAPH_URL = 'https://graph.instagram.com/'
  expect(addressesOf('instagram', home)).toEqual(atHome)
})

it('takes the version that is set', () => {
  process.env.INSTAGRAM_API_VERSION = 'v27.0'
  expect(addressesOf('instagram', home)).toEqual({ ...atHome, api: 'https://graph.instagram.com/v27.0' })
})

it('is all on one origin elsewhere', () => {
  process.env.INSTAGRAM_GRAPH_URL = 'http://127.0.0.1:3002'
  const graph = 'http://127.0.0.1:3002'
  expect(addressesOf('instagram', home)).toEqual({ graph, api: `${graph}/v26.0`, authorize: graph, token: graph })
})

// Files of a deployment's assets, put into its bucket when they are new.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deployFiles } from '../../../local/services/site-files.ts'
import { openState, type State } from '../../../local/state.ts'
import { modelOf } from '../../../local/template.ts'

let folder: string
let state: State
let server: Server
let objects: string
let put: string[]
let status: number
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'site-files-'))
  state = openState(join(folder, 'data'), false)
  put = []
  status = 200
  server = createServer(async (request, response) => {
    const { method, url, headers } = request
    put.push(
      `${method} ${url} ${headers['content-type']} ${headers['cache-control']} ${headers['content-encoding']} ${await text(request)}`,
    )
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  objects = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.close()
  server.closeAllConnections()
  state.close()
  rmSync(folder, { recursive: true, force: true })
})

function write(asset: string, files: Record<string, string>): void {
  mkdirSync(join(folder, `asset.${asset}`))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, `asset.${asset}`, name), content)
}
const deploy = (asset: string) => {
  const Properties = {
    SourceObjectKeys: [`${asset}.zip`],
    DestinationBucketName: 'site',
    Prune: false,
    Exclude: ['*.map'],
    SystemMetadata: { 'cache-control': 'no-cache', 'content-encoding': 'br' },
  }
  const raw = { Resources: { Pages: { Type: 'Custom::CDKBucketDeployment', Properties } } }
  return deployFiles(modelOf(raw, 'Mini', folder), objects, state)
}

describe('files of a deployment', () => {
  it('are put with their headers, those left out that it says', async () => {
    write('one', { 'index.html': '<p>', 'index.js.map': '{}' })
    await deploy('one')
    expect(put).toEqual(['PUT /site/index.html text/html no-cache br <p>'])
  })

  it('are put once, after a restart too, until there are others', async () => {
    write('one', { 'index.html': 'one' })
    write('two', { 'index.html': 'two' })
    await deploy('one')
    state.close()
    state = openState(join(folder, 'data'), false)
    await deploy('one')
    expect(put).toHaveLength(1)
    await deploy('two')
    expect(put.slice(1)).toEqual(['PUT /site/index.html text/html no-cache br two'])
    await deploy('one')
    expect(put).toHaveLength(3)
  })

  it('are put again where that went wrong before', async () => {
    write('one', { 'index.html': 'one' })
    status = 500
    await expect(deploy('one')).rejects.toThrow('index.html could not be put into site: 500')
    status = 200
    await deploy('one')
    expect(put).toHaveLength(2)
  })
})

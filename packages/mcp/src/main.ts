// MCP by stdio: the assistant's program starts this one, and speaks with it over standard input and output.
import { realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename } from 'node:path'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createPublisher, type Publisher } from '@social-publisher/client'
import { openFile } from '@social-publisher/client/open-file'
import { createServer, VERSION } from './server.ts'
import { type Place, WrongInput } from './tools.ts'

const { PUBLISHER_URL: url, PUBLISHER_API_KEY: key } = process.env
if (process.argv.includes('--version')) {
  process.stdout.write(`${VERSION}\n`)
  process.exit(0)
}
if (!url || !key) {
  process.stderr.write(
    'Set PUBLISHER_URL (the address of your service, without /api) and PUBLISHER_API_KEY (a key of it).\n',
  )
  process.exit(2)
}

const place: Place = {
  longestWaitSeconds: 600,
  usualWaitSeconds: 45,
  readFile: async (given) => {
    const path = given.replace(/^~(?=[/\\])/, () => homedir())
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found?.isFile()) throw new WrongInput(`There is no file ${path} on this machine.`)
    // A link is what it leads to: folders of others, with links in them, are what assistants work in.
    if (!MEDIA.test(realpathSync(path))) throw new WrongInput(`${basename(path)} is no picture, video or sound.`)
    return { name: basename(path), bytes: await openFile(path) }
  },
}
/** An assistant that was talked into it must not be able to publish keys and documents of its user. */
const MEDIA =
  /\.(jpe?g|jfif|png|gif|webp|svg|hei[cf]|avif|tiff?|bmp|mp4|m4v|mov|qt|webm|mkv|avi|mpe?g|ogv|mp3|wav|og[ga]|opus|m4a|aac|flac)$/i

function publisherOf(baseUrl: string, apiKey: string): Publisher {
  try {
    if (!/^https?:$/.test(new URL(baseUrl).protocol)) throw new TypeError('Invalid URL')
    return createPublisher({ baseUrl, apiKey, headers: { 'User-Agent': `publisher-mcp/${VERSION}` } })
  } catch (error) {
    const { message } = error as Error
    process.stderr.write(
      message === 'Invalid URL'
        ? `PUBLISHER_URL is ${baseUrl}: it must be an address, such as https://abc.execute-api.eu-central-1.amazonaws.com.\n`
        : `PUBLISHER_API_KEY: ${message}\n`,
    )
    process.exit(2)
  }
}
const publisher = publisherOf(url, key)
serveStdio(() => createServer(publisher, place), {
  // Standard output belongs to the protocol.
  onerror: (error) => process.stderr.write(`${error.message}\n`),
})

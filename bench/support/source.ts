// A web server that URL uploads fetch from: files of any size, made as they are sent.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SourceFile } from '../figure.ts'

const CHUNK = Buffer.alloc(256 * 1024, 'filling ')

export interface FileSource {
  host: string
  serve(path: string, file: SourceFile): void
  close(): void
}

/** The bytes of a file, piece by piece. */
export function* bytesOf({ head, bytes }: SourceFile): Generator<Buffer> {
  yield head.subarray(0, bytes)
  for (let left = bytes - head.length; left > 0; left -= CHUNK.length) {
    yield left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK
  }
}

export async function startFileSource(): Promise<FileSource> {
  const files = new Map<string, SourceFile>()
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    if (!file) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'Content-Type': file.type, 'Content-Length': file.bytes })
    const pieces = bytesOf(file)
    const more = (): void => {
      for (let next = pieces.next(); ; next = pieces.next()) {
        if (next.done) {
          response.end()
          return
        }
        if (!response.write(next.value)) {
          response.once('drain', more)
          return
        }
      }
    }
    more()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: (path, file) => files.set(path, file),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

// A web server that URL uploads fetch from: files of any size, made as they are sent.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SourceFile } from '../figure.ts'

const CHUNK = Buffer.alloc(256 * 1024, 'filling ')

export interface Files {
  listener: RequestListener
  serve(path: string, file: SourceFile): void
}

export interface FileSource extends Pick<Files, 'serve'> {
  host: string
  close(): void
}

/** The bytes of a file, piece by piece. */
export function* bytesOf({ head, bytes }: SourceFile): Generator<Buffer> {
  yield head.subarray(0, bytes)
  for (let left = bytes - head.length; left > 0; left -= CHUNK.length) {
    yield left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK
  }
}

/** The answers of such a server, without the server. */
export function openFiles(): Files {
  const files = new Map<string, SourceFile>()
  const listener: RequestListener = (request, response) => {
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
  }
  return { listener, serve: (path, file) => void files.set(path, file) }
}

export async function startFileSource(): Promise<FileSource> {
  const { listener, serve } = openFiles()
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

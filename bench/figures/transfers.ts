// Large files: throughput of uploads and downloads over a plain copy through the same engine, and how much memory the
// function takes for them.
import http from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { alternate, type Figure, median, type Row, type SourceFile } from '../figure.ts'
import type { Order } from '../programs/plain-copy.ts'
import { bundle } from '../support/bundle.ts'
import { accepted } from '../support/calls.ts'
import { type HostedFunction, hostFunction } from '../support/function-process.ts'
import type { ApiRequest } from '../support/service.ts'
import { bytesOf } from '../support/source.ts'

const AIM = 0.7
const GROWTH_MB = 64
const ROUNDS = 5
const WITHIN_MS = 15_000
/** For smaller transfers. */
const DOWNLOAD_ROUNDS = 9
const MB = 1_000_000
const LARGE = 300 * MB
/** The largest that is streamed whole; what is larger is sent to the CDN, and read from here in ranges. */
const WHOLE = 190 * MB
const RANGE = 10 * MB
const RANGES = 5
const PLAIN = fileURLToPath(new URL('../programs/plain-copy.ts', import.meta.url))

const file = (bytes: number): SourceFile => ({
  type: 'application/pdf',
  bytes,
  head: Buffer.from('%PDF-1.7\n'.padEnd(8192)),
})

/** Sends a file to a presigned address. */
function put(address: string, headers: Record<string, string>, sent: SourceFile): Promise<void> {
  return new Promise((resolve, reject) => {
    const given = { ...headers, 'Content-Length': String(sent.bytes) }
    const request = http.request(address, { method: 'PUT', headers: given }, (response) => {
      response.resume()
      const { statusCode } = response
      response.once('end', () =>
        statusCode === 200 ? resolve() : reject(new Error(`the address answered ${statusCode}`)),
      )
    })
    request.once('error', reject)
    pipeline(Readable.from(bytesOf(sent)), request).catch(reject)
  })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

export const transfers: Figure = {
  name: 'transfers',
  title: 'large files',
  against: 'a plain copy with the bare SDK through the same engine: throughput',
  aim: `${AIM} of its throughput or more; memory growth under ${GROWTH_MB} MB`,
  run: async (bench) => {
    const service = await bench.service()
    bench.source.serve('/large.pdf', file(LARGE))
    bench.source.serve('/whole.pdf', file(WHOLE))
    const hosted: HostedFunction[] = []
    const hostFor = async (request: Pick<ApiRequest, 'method' | 'path'>) => {
      const made = await service.host(service.functionFor(request))
      hosted.push(made)
      return made
    }
    const folder = await bundle({ file: PLAIN })
    const rows: Row[] = []
    try {
      const creating = service.functionFor({ method: 'POST', path: '/v1/media' })
      // It has no role: a caller that signs with another key than a function's may do everything.
      const environment = { ...service.environmentOf(creating), AWS_ACCESS_KEY_ID: 'bench' }
      const plain = await hostFunction({ folder, environment })
      hosted.push(plain)
      const [create, get, announce, complete] = [
        await hostFor({ method: 'POST', path: '/v1/media' }),
        await hostFor({ method: 'GET', path: '/v1/media/some-id' }),
        await hostFor({ method: 'POST', path: '/v1/media/uploads' }),
        await hostFor({ method: 'POST', path: '/v1/media/uploads/some-id/complete' }),
      ]
      const copy = (order: Order) => plain.invoke(order)
      const ask = async (host: HostedFunction, request: ApiRequest, status: number) => {
        const answer = await host.invoke(await service.eventOf(request))
        if (answer.status !== status)
          throw new Error(`${request.method} ${request.path}: ${answer.status} ${answer.body.slice(0, 300)}`)
        return answer
      }
      const idOf = (body: string) => (JSON.parse(body) as { data: { id: string } }).data.id
      const importUrl = async (path: string) => {
        const json = { url: `http://${bench.source.host}${path}` }
        return idOf((await ask(create, { method: 'POST', path: '/v1/media', json }, 200)).body)
      }
      const remove = (id: string) => accepted(service, { method: 'DELETE', path: `/v1/media/${id}` })
      /** Removing what was copied is not part of the copying. */
      const copied = async (order: (key: string) => Promise<unknown>) => {
        const key = `${crypto.randomUUID()}.pdf`
        const ms = await timed(() => order(key))
        await copy({ do: 'delete', key })
        return ms
      }
      type Found = { ratio: number; ours: number; theirs: number }
      const row = (name: string, bytes: number, found: Found, further: string[] = []) => {
        const speed = (ms: number) => `${(bytes / 1000 / ms).toFixed(0)} MB/s`
        // Times were taken; throughput is their inverse.
        const value = 1 / found.ratio
        const note = [`${speed(found.ours)} / ${speed(found.theirs)}`, ...further].join('; ')
        rows.push({ name, value, met: value >= AIM, note })
      }
      const grown = async (name: string, host: HostedFunction, work: () => Promise<void>) => {
        const [{ nowMb }, other] = [await host.memory(), await plain.memory()]
        await work()
        const growth = (await host.memory()).peakMb - nowMb
        const plainly = (await plain.memory()).peakMb - other.nowMb
        rows.push({
          name: `${name}: memory`,
          value: growth,
          unit: 'MB',
          met: growth < GROWTH_MB,
          note: `from ${nowMb.toFixed(0)} MB; the plain copy grows by ${plainly.toFixed(0)} MB`,
        })
      }

      bench.progress('upload by URL')
      // Everything is loaded and connected before it is measured.
      const whole = await importUrl('/whole.pdf')
      await copied((key) => copy({ do: 'upload', url: `http://${bench.source.host}/whole.pdf`, key }))
      await grown('300 MB upload by URL', create, async () => {
        const uploading = async () => {
          let id = ''
          const ms = await timed(async () => {
            id = await importUrl('/large.pdf')
          })
          await remove(id)
          return ms
        }
        const copying = () => copied((key) => copy({ do: 'upload', url: `http://${bench.source.host}/large.pdf`, key }))
        row('300 MB upload by URL', LARGE, await alternate(ROUNDS, uploading, copying, { withinMs: WITHIN_MS }))
      })

      bench.progress('upload by session')
      await grown('300 MB upload by session', complete, async () => {
        const looks: number[] = []
        const uploading = async () => {
          let id = ''
          const ms = await timed(async () => {
            const json = { file_name: 'large.pdf', content_type: 'application/pdf', size_bytes: LARGE }
            const begun = JSON.parse(
              (await ask(announce, { method: 'POST', path: '/v1/media/uploads', json }, 200)).body,
            ) as {
              data: { id: string; upload_url: string; headers: Record<string, string> }
            }
            id = begun.data.id
            await put(begun.data.upload_url, begun.data.headers, file(LARGE))
            await ask(complete, { method: 'POST', path: `/v1/media/uploads/${id}/complete` }, 200)
          })
          // Completing also has this cost: this engine reads a whole file for a few bytes of it.
          const first: [number, number][] = [[0, 4095]]
          looks.push(await timed(() => plain.measure({ do: 'download', key: `${id}.pdf`, ranges: first }, 1)))
          await remove(id)
          return ms
        }
        const copying = () =>
          copied(async (key) => put((await copy({ do: 'address', key, bytes: LARGE })).body, {}, file(LARGE)))
        await uploading()
        looks.length = 0
        const found = await alternate(ROUNDS, uploading, copying, { withinMs: WITHIN_MS })
        const [look, whole] = [median(looks), found.ours]
        row('300 MB upload by session', LARGE, found, [
          `of ours ${((100 * look) / whole).toFixed(0)} % is the engine reading the file for its first 4 KB`,
        ])
      })

      const downloads = async (name: string, id: string, bytes: number, ranges: [number, number][] | null) => {
        bench.progress(name)
        const path = `/v1/media/${id}`
        const reading = async () => {
          let read = 0
          const ms = await timed(async () => {
            for (const range of ranges ?? [undefined]) {
              const headers = range && { Range: `bytes=${range[0]}-${range[1]}` }
              const event = await service.eventOf({ method: 'GET', path, headers })
              read += (await get.measure(event, 1)).bytes
            }
          })
          if (read !== bytes) throw new Error(`${name}: ${read} bytes came instead of ${bytes}`)
          return ms
        }
        const copying = () => timed(() => plain.measure({ do: 'download', key: `${id}.pdf`, ranges }, 1))
        await reading()
        await copying()
        await grown(name, get, async () => row(name, bytes, await alternate(DOWNLOAD_ROUNDS, reading, copying)))
      }
      await downloads('190 MB download', whole, WHOLE, null)
      const large = await importUrl('/large.pdf')
      // Spread over the whole file.
      const ranges = Array.from({ length: RANGES }, (_, at): [number, number] => {
        const first = Math.floor((at * LARGE) / RANGES)
        return [first, first + RANGE - 1]
      })
      await downloads(`${RANGES} ranges of 10 MB`, large, RANGES * RANGE, ranges)
      await remove(whole)
      await remove(large)
      return rows
    } finally {
      await Promise.all(hosted.map((one) => one.end()))
    }
  },
}

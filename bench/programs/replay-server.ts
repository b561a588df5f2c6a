// A program: answers calls to AWS as the engines answered them when they were recorded, from a process of its own. So
// requests can be repeated without changing anything, and the engines' time is no part of what is measured.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RecordedCall } from '../support/meter.ts'

/** The same call with other ids, times, hashes, packed bytes and names of the write is the same call. */
const shapeOf = (text: string): string =>
  text
    .replace(/"B":"[^"]*"/g, '"B":"B"')
    .replace(/"writer":{"S":"[^"]*"}/g, '"writer"')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'U')
    .replace(/[0-9a-f]{16,}/g, 'H')
    .replace(/\d+/g, '0')

const shapeOfCall = (method: string, path: string, target: string, body: string): string => {
  const sent = target.startsWith('DynamoDB_') ? JSON.parse(body) : undefined
  if (sent) delete sent.ReturnConsumedCapacity
  return shapeOf(
    `${method} ${path.replace(/^\/schedules\/.*/, '/schedules')} ${target} ${sent ? JSON.stringify(sent) : ''}`,
  )
}

const answers = new Map<string, RecordedCall[]>()
const seen = new Map<string, number>()

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const target = String(request.headers['x-amz-target'] ?? '')
    const shape = shapeOfCall(request.method!, request.url!, target, target ? Buffer.concat(chunks).toString() : '')
    const known = answers.get(shape)
    if (!known) {
      process.send?.({ unknown: shape })
      response.writeHead(400, { 'Content-Type': 'application/x-amz-json-1.0' })
      response.end('{"__type":"UnknownCall","message":"This call was not recorded."}')
      return
    }
    const count = seen.get(shape) ?? 0
    seen.set(shape, count + 1)
    const { status, answerHeaders, answer } = known[count % known.length]!
    const { connection: _c, 'keep-alive': _k, 'transfer-encoding': _t, ...headers } = answerHeaders
    response.writeHead(
      status,
      request.method === 'HEAD' ? headers : { ...headers, 'content-length': String(answer.length) },
    )
    response.end(answer)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))

function byShape(calls: readonly RecordedCall[]): Map<string, RecordedCall[]> {
  const answered = calls.map((call) => ({ ...call, answer: Buffer.from(call.answer) }))
  return Map.groupBy(answered, ({ method, path, headers, body }) =>
    shapeOfCall(method, path, headers['x-amz-target'] ?? '', body.toString()),
  )
}

process.on('message', ({ own, earlier }: { own: RecordedCall[]; earlier: RecordedCall[] }) => {
  answers.clear()
  seen.clear()
  for (const [shape, calls] of [...byShape(earlier), ...byShape(own)]) answers.set(shape, calls)
  process.send?.({ loaded: true })
})
process.on('disconnect', () => process.exit(0))

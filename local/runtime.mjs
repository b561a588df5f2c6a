// Runs one function in a process of its own, as Lambda's Node.js runtime would: one invocation at a time, nothing in the
// environment but what the function was given. The local run calls it over HTTP; a streamed answer streams through.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'

// An import of it, such as functions have, reads all that it exports, and for these three Node.js loads a client of its own for
// HTTP and WebSockets: half of the start-up time. No function uses them through this module.
const http = process.getBuiltinModule('node:http')
for (const name of ['WebSocket', 'CloseEvent', 'MessageEvent']) delete http[name]

const [folder, handlerName, role, compileCache, awsFaults, outagesFrom] = process.argv.slice(2)
if (compileCache) enableCompileCache(compileCache)

// The local run is gone, however it ended.
process.on('disconnect', () => process.exit(0))

// The terminal's Ctrl-C reaches the whole group; the local run decides when its functions end.
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined)

const STREAMING = Symbol.for('aws.lambda.runtime.handler.streaming')

globalThis.awslambda = {
  streamifyResponse: (handler) => Object.assign(handler, { [STREAMING]: true }),
  HttpResponseStream: {
    from(stream, prelude) {
      stream.setContentType('application/vnd.awslambda.http-integration-response')
      stream.prelude = Buffer.concat([Buffer.from(JSON.stringify(prelude)), Buffer.alloc(8)])
      return stream
    },
  },
}

const failure = (error) => ({
  errorType: error?.name ?? 'Error',
  errorMessage: String(error?.message ?? error),
  trace: String(error?.stack ?? '').split('\n'),
})

/**
 * What a streaming handler writes to. As in Lambda's own runtime, the prelude goes out before what is first given to `write`: a stream
 * that is only ended, with bytes or without, has none, and the gateway makes a 502 of it.
 * https://github.com/aws/aws-lambda-nodejs-runtime-interface-client/blob/main/src/ResponseStream.js
 */
class ResponseStream extends Writable {
  constructor(response) {
    super({ highWaterMark: 64 * 1024 })
    this.response = response
    response.once('close', () => this.destroy())
  }
  write(...args) {
    this.written = true
    return super.write(...args)
  }
  setContentType(type) {
    this.response.setHeader('Content-Type', type)
  }
  begin() {
    if (this.response.headersSent) return
    this.response.writeHead(200, { 'x-outcome': 'stream' })
    if (this.prelude && this.written) this.response.write(this.prelude)
  }
  _write(chunk, _encoding, done) {
    this.begin()
    if (this.response.destroyed) return done(new Error('the caller is gone'))
    // Only when the bytes are on their way does the source go on: the caller's pace is the function's.
    this.response.write(chunk, done)
  }
  _final(done) {
    this.begin()
    this.response.end(done)
  }
}

async function load() {
  const [file, name] = handlerName.split('.')
  const module = await import(pathToFileURL(join(folder, `${file}.mjs`)).href)
  const handler = module[name]
  if (typeof handler !== 'function') throw new Error(`${handlerName} is undefined or not exported`)
  return handler
}

const bodyOf = async (request) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

const contextOf = (headers) => ({
  awsRequestId: headers['x-request-id'],
  callbackWaitsForEmptyEventLoop: false,
  functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
  functionVersion: '$LATEST',
  invokedFunctionArn: headers['x-function-arn'],
  memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
  logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
  logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
  getRemainingTimeInMillis: () => Math.max(0, Number(headers['x-deadline']) - Date.now()),
})

const reply = (response, outcome, value) => {
  const body = Buffer.from(JSON.stringify(value ?? null))
  response.writeHead(200, { 'x-outcome': outcome, 'Content-Length': body.length })
  response.end(body)
}

async function invoke(handler, request, response) {
  const event = JSON.parse(await bodyOf(request))
  const context = contextOf(request.headers)
  process.env._X_AMZN_TRACE_ID = `Root=1-${context.awsRequestId.slice(0, 8)}-${context.awsRequestId.replaceAll('-', '').slice(8)}`
  if (!handler[STREAMING]) {
    try {
      reply(response, 'done', await handler(event, context))
    } catch (error) {
      console.error(error)
      reply(response, 'failed', failure(error))
    }
    return
  }
  const stream = new ResponseStream(response)
  stream.on('error', () => response.destroy())
  try {
    await handler(event, stream, context)
    if (!stream.writableEnded && !stream.destroyed) stream.end()
  } catch (error) {
    console.error(error)
    if (response.headersSent) response.destroy()
    else reply(response, 'failed', failure(error))
  }
}

try {
  const { guard } = await import('./roles/guard.ts')
  const { guarded, LOOPBACK } = await import('./loopback.ts')
  if (Number(awsFaults) > 0) {
    const { clockOffset, skewClock } = await import('./aws-faults-clock.ts')
    skewClock(clockOffset())
  }
  guard(JSON.parse(role), (word) => process.send(word), Number(awsFaults), Number(outagesFrom))
  const handler = await load()
  const serve = (request, response) => {
    invoke(handler, request, response).then(
      () => process.send({ idle: request.headers['x-request-id'] }),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  const server = http.createServer({ keepAliveTimeout: 0 }, guarded('none', serve))
  server.listen(0, LOOPBACK, () => {
    process.send({ port: server.address().port })
    // Now: a process that is killed would keep nothing for the next one.
    if (compileCache) flushCompileCache()
  })
} catch (error) {
  console.error(error)
  process.send({ failed: failure(error) }, () => process.exit(1))
}

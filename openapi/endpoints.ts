// The input of each endpoint, read from the endpoint files themselves.
import { join } from 'node:path'
import type { Takes } from '../functions/endpoint.ts'
import type { Route } from '../lib/routes.ts'

// Lambda gives this to functions that stream; here they are only asked what they take.
Object.assign(globalThis, { awslambda: { streamifyResponse: <Handler>(handler: Handler) => handler } })

const FOLDER = join(import.meta.dirname, '..', 'functions', 'api')

/** The input of the endpoint of a row, its body in full; a file may have several endpoints. */
export async function takesOf({ method, path, file }: Pick<Route, 'method' | 'path' | 'file'>): Promise<Takes> {
  const module = (await import(join(FOLDER, `${file}.ts`))) as {
    handler: { takes?: Takes; takesByRoute?: Record<string, Takes> }
  }
  const takes = module.handler.takesByRoute?.[`${method} ${path}`] ?? module.handler.takes
  if (!takes) throw new Error(`functions/api/${file}.ts has no endpoint for ${method} ${path}.`)
  return takes.loadBody ? { ...takes, body: await takes.loadBody() } : takes
}

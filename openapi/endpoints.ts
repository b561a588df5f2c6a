// What each endpoint takes, from the endpoint files themselves.
import { join } from 'node:path'
import type { Takes } from '../functions/endpoint.ts'

// Lambda gives this to functions that stream; here they are only asked what they take.
Object.assign(globalThis, { awslambda: { streamifyResponse: <Handler>(handler: Handler) => handler } })

const FOLDER = join(import.meta.dirname, '..', 'functions', 'api')

/** @param file as a row names it: `media/create`. */
export async function takesOf(file: string): Promise<Takes> {
  const module = (await import(join(FOLDER, `${file}.ts`))) as { handler: { takes: Takes } }
  return module.handler.takes
}

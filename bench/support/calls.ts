// Calls of the service that the figures are made with.
import sharp from 'sharp'
import type { ApiRequest, Service } from './service.ts'

type Answer = { data: { id: string } & Record<string, unknown> }

export const formOf = (bytes: Buffer, name: string, type: string): FormData => {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], name, { type }))
  return form
}

/** @throws {Error} with the service's own answer when it does not take a request. */
export async function accepted(service: Service, request: ApiRequest): Promise<{ headers: Headers; json: Answer }> {
  const { status, headers, text } = await service.api(request)
  if (status >= 300) throw new Error(`${request.method} ${request.path}: ${status} ${text}`)
  return { headers, json: (text ? JSON.parse(text) : {}) as Answer }
}

export const smallPicture = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 800,
      height: 800,
      channels: 3,
      background: '#2a6',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer()

/** Looks again and again. @throws {Error} after half a minute. */
export async function until(what: string, look: () => Promise<boolean>, everyMs = 50): Promise<void> {
  const end = Date.now() + 30_000
  while (!(await look())) {
    if (Date.now() > end) throw new Error(`there was not ${what} after 30 seconds`)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

/** Sends a file where an upload session says. */
export async function sendTo(data: Record<string, unknown>, bytes: Buffer): Promise<void> {
  const url = String(data.upload_url)
  const reply = await fetch(url, {
    method: 'PUT',
    headers: data.headers as Record<string, string>,
    body: new Uint8Array(bytes),
  })
  if (!reply.ok) throw new Error(`the upload session's address answered ${reply.status}: ${await reply.text()}`)
}

// The pages of the local sign-in, and the forms that they send.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { escapeHtml, page } from '../fake-platforms/html.ts'

const FORM_LIMIT = 8 * 1024

export async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > FORM_LIMIT) break
    chunks.push(chunk as Buffer)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}

const STYLE =
  '<style>label{display:block;margin:.75rem 0}input{display:block;width:100%;padding:.5rem;font:inherit}' +
  'button{font:inherit;padding:.5rem 1rem}[role=alert]{color:#b3261e}</style>'

export function signInPage(uid: string, problem = '', email = ''): string {
  const first = email === '' ? { email: ' autofocus', password: '' } : { email: '', password: ' autofocus' }
  const alert = problem === '' ? '' : `<p role="alert">${escapeHtml(problem)}</p>`
  return page(
    'Sign in',
    `<main><h1>Sign in</h1>${alert}<form method="post" action="/interaction/${escapeHtml(uid)}">
<label>Email<input name="email" type="email" autocomplete="username" required value="${escapeHtml(email)}"${first.email}></label>
<label>Password<input name="password" type="password" autocomplete="current-password" required${first.password}></label>
<button>Sign in</button></form></main>`,
    STYLE,
  )
}

/** In AWS a passkey is added here; the local sign-in has only passwords, and says so. */
export const passkeyPage = (back: string): string =>
  page(
    'Add a passkey',
    `<main><h1>Add a passkey</h1><p>In AWS this is the page of the user pool. The local sign-in keeps no passkeys.</p>
<p><a href="${escapeHtml(back)}">Back</a></p></main>`,
    STYLE,
  )

export const html = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
  response.end(body)
}

export const plain = (context: KoaContextWithOIDC, title: string, text: string): void => {
  context.type = 'html'
  context.body = page(title, `<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></main>`)
}

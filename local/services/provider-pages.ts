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

/** The first page that somebody sees of a local run looks like the dashboard after it. */
const STYLE =
  '<style>main{width:min(23rem,100% - 2rem);margin:12vh auto 2rem;padding:1.75rem;' +
  'border:1px solid var(--line);border-radius:12px;background:var(--card)}' +
  'h1{margin-top:0}label{display:block;margin:1rem 0;font-weight:550}' +
  'input{display:block;width:100%;min-height:44px;margin-top:.25rem;padding:.5rem .75rem;' +
  'border:1px solid #858997;border-radius:8px;background:none;font:inherit;font-weight:400}' +
  'button{width:100%;min-height:44px;border:0;border-radius:8px;font:inherit;font-weight:550;' +
  'background:light-dark(#4353c9,#98a4ff);color:light-dark(#fff,#10132b)}' +
  '.hint{margin-bottom:0;font-size:.875rem}[role=alert]{color:light-dark(#b3261e,#f2b8b5)}</style>'

export function signInPage(uid: string, problem = '', email = ''): string {
  const first = email === '' ? { email: ' autofocus', password: '' } : { email: '', password: ' autofocus' }
  const alert = problem === '' ? '' : `<p role="alert">${escapeHtml(problem)}</p>`
  return page(
    'Sign in',
    `<main><h1>Sign in</h1>${alert}<form method="post" action="/interaction/${escapeHtml(uid)}">
<label>Email<input name="email" type="email" autocomplete="username" required value="${escapeHtml(email)}"${first.email}></label>
<label>Password<input name="password" type="password" autocomplete="current-password" required${first.password}></label>
<button>Sign in</button></form>
<p class="hint">The ready line of the local run has an email and a password.</p></main>`,
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

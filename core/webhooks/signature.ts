// Secrets and signatures in the Standard Webhooks form.
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`

const sign = (secret: string, content: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(content)
    .digest('base64')}`

/** The headers of a message. @param secrets each signs it: while one replaces another, a receiver may know either. */
export function signedHeaders(
  id: string,
  payload: string,
  secrets: readonly string[],
  now: number,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => sign(secret, `${id}.${timestamp}.${payload}`)).join(' '),
  }
}

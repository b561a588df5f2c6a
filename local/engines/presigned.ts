// Whether an address that was signed beforehand is good: what S3 checks of it.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface Refusal {
  status: number
  code: string
  message: string
}

export const REFUSALS = {
  unmet: {
    status: 412,
    code: 'PreconditionFailed',
    message: 'At least one of the pre-conditions you specified did not hold',
  },
  expired: { status: 403, code: 'AccessDenied', message: 'Request has expired' },
  unsigned: {
    status: 403,
    code: 'SignatureDoesNotMatch',
    message: 'The request signature we calculated does not match the signature you provided.',
  },
  described: {
    status: 400,
    code: 'MetadataTooLarge',
    message: 'Your metadata headers exceed the maximum allowed metadata size',
  },
  large: { status: 400, code: 'MalformedXML', message: 'The XML you provided was not well-formed' },
} as const satisfies Record<string, Refusal>

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html */
export function checkPresigned(
  request: Pick<IncomingMessage, 'method' | 'headers'>,
  url: URL,
  secret: string,
  now: number,
): Refusal | undefined {
  const { searchParams: query } = url
  const signature = query.get('X-Amz-Signature')
  if (signature === null) return undefined
  const date = query.get('X-Amz-Date') ?? ''
  const signedAt = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  const seconds = Number(query.get('X-Amz-Expires'))
  // Written so that a date or an age that is no number is refused, too.
  if (!(now <= signedAt + seconds * 1000)) return REFUSALS.expired
  const [, ...scope] = (query.get('X-Amz-Credential') ?? '').split('/')
  const signedHeaders = query.get('X-Amz-SignedHeaders') ?? ''
  const canonicalQuery = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const canonicalHeaders = signedHeaders
    .split(';')
    .map(
      (name) =>
        `${name}:${String(request.headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}\n`,
    )
    .join('')
  const payload = query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD'
  const canonical = [request.method, url.pathname, canonicalQuery, canonicalHeaders, signedHeaders, payload].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', date, scope.join('/'), createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  )
  const key = scope.reduce<string | Buffer>((so, part) => hmac(so, part), `AWS4${secret}`)
  const expected = hmac(key, toSign)
  const given = Buffer.from(signature, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected) ? undefined : REFUSALS.unsigned
}

// Whether the API answers, at what time by its clock, and until when addresses can be reached safely.
import { connect } from 'node:tls'
import { API_STAGE } from '../../../core/contract.ts'
import { reasonOf } from '../reason.ts'
import { broken, type Check, DAY, day, type Finding, fine, soon } from './finding.ts'

const MINUTE = 60_000
/** Certificates are renewed by AWS 60 days before their end: one that is this near was not. */
const CERTIFICATE_MS = 30 * DAY
/** Signatures of requests are good for five minutes. */
const CLOCK_BROKEN_MS = 4 * MINUTE
const CLOCK_SOON_MS = 5000

/** The reason why there was no answer. fetch itself only says "fetch failed". */
const causeOf = (error: unknown): Error => {
  const { cause = error } = error as Error
  return cause instanceof Error ? cause : new Error(String(cause))
}

/** By the service's own answers: it is what everything signs against. */
export const clock: Check = async ({ baseUrl }) => {
  const asked = Date.now()
  // The stack was read from AWS just before: it is not this machine's network.
  const reply = await fetch(`${baseUrl}/${API_STAGE}/docs`, { signal: AbortSignal.timeout(20_000) }).catch(causeOf)
  if (reply instanceof Error)
    return [
      broken(
        'api',
        `The API does not answer at ${baseUrl} from here: ${reasonOf(reply)}. Nothing can be asked of the service.`,
      ),
    ]
  await reply.body?.cancel()
  const told = Date.parse(reply.headers.get('date') ?? '')
  // Everybody may read this page; a name that leads elsewhere answers 403 or 404.
  if (!reply.ok) return [broken('api', `The API answers ${reply.status}: nothing can be asked of the service.`)]
  const found = [fine('api', `The API answers at ${baseUrl}.`)]
  if (Number.isNaN(told)) return found
  // Whole seconds, and the way there and back.
  const off = Math.max(0, Math.abs(told + 500 - (asked + Date.now()) / 2) - 1000)
  const words = `The clock of this machine and that of the service are ${Math.round(off / 1000)} s apart`
  if (off > CLOCK_BROKEN_MS) return [...found, broken('clock', `${words}: AWS refuses what is signed here.`)]
  if (off > CLOCK_SOON_MS)
    return [...found, soon('clock', `${words}: from five minutes on AWS refuses what is signed here.`)]
  return [...found, fine('clock', `${words}.`)]
}

/** @returns when the certificate of an address ends, Unix ms. */
const certificateEnd = (url: URL): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect({
      host: url.hostname,
      port: Number(url.port) || 443,
      servername: url.hostname,
      timeout: 10_000,
    })
    socket.once('secureConnect', () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
    socket.once('timeout', () => socket.destroy(new Error('it did not answer in time')))
    socket.once('error', reject)
  })

export const certificates: Check = async ({ outputs }) => {
  const found: Finding[] = []
  for (const name of ['BaseUrl', 'CdnUrl', 'DashboardUrl']) {
    const url = URL.parse(outputs[name] ?? '')
    if (url?.protocol !== 'https:') continue
    const of = `certificate ${url.hostname}`
    try {
      const end = await certificateEnd(url)
      if (end - Date.now() < CERTIFICATE_MS)
        found.push(
          soon(
            of,
            `It ends on ${day(end)}, and was not renewed: see AWS Certificate Manager, mostly a DNS record is missing.`,
            end,
          ),
        )
      else found.push(fine(of, `It is good until ${day(end)}.`))
    } catch (error) {
      found.push(broken(of, `No safe connection can be made: ${reasonOf(error)}`))
    }
  }
  return found
}

// SES: mail. Sending has no name by which it could be repeated safely, so the SDK tries once.
import { SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2'

/**
 * A frozen function wakes up with dead idle connections. Whether a mail went out on one of those cannot be known, and would be
 * found out by sending it again an hour later: so each mail has a connection of its own.
 */
const CONNECTIONS = { keepAlive: false }

let ses: SESv2Client | undefined
const client = (): SESv2Client => {
  ses ??= new SESv2Client({ maxAttempts: 1, requestHandler: { httpAgent: CONNECTIONS, httpsAgent: CONNECTIONS } })
  return ses
}

const TIMEOUT_MS = 10_000

/** Most recipients in one call to SES. */
export const MOST_RECIPIENTS = 50

/** Refusals that the same mail to the same people always gets; in a sandbox also that an address is not verified. */
const FOR_GOOD: ReadonlySet<string> = new Set(['MessageRejected', 'BadRequestException'])

/**
 * `refused`: it surely was not sent. `ambiguous`: no answer, or none to believe. The code is the error's name; what SES says
 * in words may name an address.
 */
export type MailOutcome =
  | { is: 'sent' }
  | { is: 'refused'; code: string; forGood: boolean }
  | { is: 'ambiguous'; code: string }

export interface Mail {
  from: string
  /** None of them sees the others. */
  to: readonly string[]
  subject: string
  text: string
}

/** Sends one mail. Never throws. */
export async function sendMail({ from, to, subject, text }: Mail): Promise<MailOutcome> {
  const Charset = 'UTF-8'
  const command = new SendEmailCommand({
    FromEmailAddress: from,
    Destination: to.length === 1 ? { ToAddresses: [...to] } : { BccAddresses: [...to] },
    Content: {
      Simple: {
        Subject: { Data: subject, Charset },
        Body: { Text: { Data: text, Charset } },
        // RFC 3834: programs that say that somebody is on holiday do not answer it.
        Headers: [{ Name: 'Auto-Submitted', Value: 'auto-generated' }],
      },
    },
  })
  try {
    await client().send(command, { abortSignal: AbortSignal.timeout(TIMEOUT_MS) })
    return { is: 'sent' }
  } catch (error) {
    const code = (error as Error).name
    const status = error instanceof SESv2ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0
    if (status < 400 || status >= 500) return { is: 'ambiguous', code }
    return { is: 'refused', code, forGood: FOR_GOOD.has(code) }
  }
}

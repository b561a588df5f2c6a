// SES, as far as the service sends mail by it: what would be sent is written into the data directory, one file a mail.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AwsError } from './aws-error.ts'

/** Below the data directory. */
export const MAIL_FOLDER = 'mail'

interface SimpleMail {
  Subject?: { Data?: string }
  Body?: { Text?: { Data?: string } }
  Headers?: { Name: string; Value: string }[]
}

interface SendEmailInput {
  FromEmailAddress?: string
  Destination?: { ToAddresses?: string[]; CcAddresses?: string[]; BccAddresses?: string[] }
  Content?: { Simple?: SimpleMail }
}

const ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/

/** A header's value in ASCII, as RFC 2047 has it: an encoded word holds at most 75 characters. */
function headerText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  const words: string[] = []
  let word = ''
  for (const letter of text) {
    if (Buffer.byteLength(word + letter) > 42) {
      words.push(word)
      word = ''
    }
    word += letter
  }
  return [...words, word].map((each) => `=?UTF-8?B?${Buffer.from(each).toString('base64')}?=`).join('\r\n ')
}

/** The body as it is in the file: readable there, whatever encoding it is sent in. */
const bodyText = (text: string): string => text.replace(/\r?\n/g, '\r\n')

/** @param report told of each mail by its file, never by its address. @returns what answers `SendEmail`. */
export function createMail(dataDir: string, report: (line: string) => void) {
  const folder = join(dataDir, MAIL_FOLDER)
  return ({ FromEmailAddress = '', Destination = {}, Content }: SendEmailInput): { MessageId: string } => {
    const { ToAddresses = [], CcAddresses = [], BccAddresses = [] } = Destination
    const everyone = [...ToAddresses, ...CcAddresses, ...BccAddresses]
    const { Subject, Body, Headers = [] } = Content?.Simple ?? {}
    if (!Subject?.Data || !Body?.Text?.Data)
      throw new AwsError(400, 'BadRequestException', 'The local SES takes simple mails with a subject and a text.')
    if (everyone.length === 0 || everyone.length > 50)
      throw new AwsError(400, 'BadRequestException', 'A mail goes to 1 to 50 recipients.')
    if (![FromEmailAddress, ...everyone].every((address) => ADDRESS.test(address)))
      throw new AwsError(400, 'BadRequestException', 'An address of the mail is not valid.')
    const MessageId = crypto.randomUUID()
    const now = new Date()
    const list = (name: string, addresses: readonly string[]) =>
      addresses.length > 0 ? [`${name}: ${addresses.join(', ')}`] : []
    const message = [
      `From: ${FromEmailAddress}`,
      ...list('To', ToAddresses),
      ...list('Cc', CcAddresses),
      // No receiver sees it; here it says who would get the mail.
      ...list('Bcc', BccAddresses),
      `Subject: ${headerText(Subject.Data)}`,
      `Date: ${now.toUTCString().replace('GMT', '+0000')}`,
      `Message-ID: <${MessageId}@local>`,
      ...Headers.map(({ Name, Value }) => `${Name}: ${Value}`),
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=UTF-8',
      'Content-Transfer-Encoding: 8bit',
      '',
      bodyText(Body.Text.Data),
    ].join('\r\n')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, `${now.toISOString().replace(/[:.]/g, '-')}-${MessageId.slice(0, 8)}.eml`)
    // A reader of the folder finds whole mails.
    writeFileSync(`${file}.part`, message, { mode: 0o600 })
    renameSync(`${file}.part`, file)
    report(`a mail would be sent: ${file}`)
    return { MessageId }
  }
}

// Owners with something to be told of, on the embedded table, and an SES that only notes.
import { SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2'
import { mockClient } from 'aws-sdk-client-mock'
import { ENV } from '../../../core/contract.ts'
import { mailNotices } from '../../../core/notices/mail-notices.ts'
import { writeNotice } from '../../../core/notices/notice-store.ts'
import { noticeOf } from '../../../core/notices/rules/notices.ts'
import { changeNoticeMail, getMember } from '../../../core/people/team-store.ts'
import { newEventId } from '../../../core/webhooks/rules/webhooks.ts'
import { uuid } from '../../support/domain.ts'
import type { Someone } from '../people/world.ts'

export const FROM = 'notices@example.com'
Object.assign(process.env, { [ENV.dashboardUrl]: 'https://dashboard.example' })

export const ses = mockClient(SESv2Client)

export const refusal = (name: string, status = 400) =>
  new SESv2ServiceException({
    name,
    $fault: 'client',
    // As SES says it: nobody else is to read the address.
    message: 'Email address is not verified: admin-secret@example.com',
    $metadata: { httpStatusCode: status },
  })

/** The mails in order: to whom, and in which words. */
export const mails = () =>
  ses.commandCalls(SendEmailCommand).map(({ args: [{ input }] }) => {
    const { ToAddresses = [], BccAddresses = [] } = input.Destination!
    const { Subject, Body } = input.Content!.Simple!
    return {
      from: input.FromEmailAddress,
      to: [...ToAddresses, ...BccAddresses].sort(),
      shown: ToAddresses,
      subject: Subject!.Data!,
      text: Body!.Text!.Data!,
    }
  })

/** A post of that title failed; `at` it happened, and a moment later it was written. */
export async function postFails(owner: string, title: string, at: number, mailed = true) {
  const accounts = [{ account_id: uuid(900), platform: 'threads', error: { code: 'rejected' } }]
  const event = { id: newEventId(at), owner_id: owner, type: 'post.failed', at }
  const notice = noticeOf(event, { post_id: uuid(1), title, accounts }, at + 1)
  await writeNotice(notice, mailed)
  return notice
}

export const wantsMail = async (owner: string, { id }: Someone, wanted = true) =>
  changeNoticeMail((await getMember(owner, id))!, wanted)

/** Sweeps as the sweeper would at that time. */
export const sweep = (at: number) => mailNotices(at)

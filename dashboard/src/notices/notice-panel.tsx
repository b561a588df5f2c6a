import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { connectionsQuery } from '../api/connections.ts'
import { useMutation } from '../api/mutation.ts'
import { markNoticesSeen, type Notice, noticeSettingsQuery, noticesQuery, setNoticeMail } from '../api/notices.ts'
import { useSession } from '../api/session.ts'
import noticesTexts from '../i18n/en/notices.ts'
import { useTexts } from '../i18n/texts.ts'
import { Badge } from '../parts/badge.tsx'
import { Dialog, inMain } from '../parts/dialog.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Problem } from '../parts/problem.tsx'
import { Time } from '../parts/time.tsx'
import { isPlatform, PLATFORM_NAMES } from '../platforms/names.ts'
import './notices.css'

/** Things that need attention, with the way there; and the setting for mail. */
export default function NoticePanel({ onClose }: { onClose: () => void }) {
  const text = useTexts('notices', noticesTexts)
  const query = useQuery(noticesQuery)
  const queries = useQueryClient()
  const seeing = useMutation({
    mutationFn: markNoticesSeen,
    onSuccess: () => queries.invalidateQueries({ queryKey: noticesQuery.queryKey, exact: true }),
  })
  const [newest] = query.data?.notices ?? []
  return inMain(
    <Dialog title={text.title} onClose={onClose}>
      <Loaded query={query}>
        {({ notices }) =>
          notices.length === 0 ? (
            <p className="quiet">{text.none}</p>
          ) : (
            <ul className="notice-list" aria-label={text.list}>
              {notices.map((notice) => (
                <Row key={notice.id} notice={notice} onLeave={onClose} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <MailSwitch />
      <Problem error={seeing.error} />
      {newest !== undefined && (
        <footer>
          <button
            type="button"
            className="button"
            disabled={seeing.isPending || query.data?.unseen === 0}
            onClick={() => seeing.mutate(newest.id)}
          >
            {text.markSeen}
          </button>
        </footer>
      )}
    </Dialog>,
  )
}

function Row({ notice, onLeave }: { notice: Notice; onLeave: () => void }) {
  const text = useTexts('notices', noticesTexts)
  const { at, seen, post, account } = notice
  return (
    <li>
      <p>
        {!seen && <Badge tone="bad">{text.isNew}</Badge>} {useWords(notice)}
      </p>
      <p className="quiet small">
        <Time at={at} />{' '}
        {post ? (
          <Link to="/posts/$id" params={{ id: post.id }} onClick={onLeave}>
            {text.toPost}
          </Link>
        ) : account ? (
          <Link to="/accounts" onClick={onLeave}>
            {text.toAccounts}
          </Link>
        ) : (
          <Link to="/webhooks" onClick={onLeave}>
            {text.toWebhooks}
          </Link>
        )}
      </p>
    </li>
  )
}

function useWords({ kind, post, account, webhook }: Notice): string {
  const text = useTexts('notices', noticesTexts)
  const { data: connections = [] } = useQuery(connectionsQuery)
  if (post) {
    const title = post.title === '' ? text.untitled : post.title
    return kind === 'post.failed' ? text.failed(title) : text.partly(title, post.failed, post.accounts)
  }
  if (!account) return text.switchedOff(webhook?.host ?? '')
  const { id, username, platform } = account
  const acts = connections.some((one) => one.id === id && one.status === 'action_required')
  const words = acts ? text.mustAct : text.reconnect
  if (username === null) return words(text.anAccount)
  return words(
    `@${username}${platform === null ? '' : ` (${isPlatform(platform) ? PLATFORM_NAMES[platform] : platform})`}`,
  )
}

function MailSwitch() {
  const text = useTexts('notices', noticesTexts)
  const { person } = useSession()
  const queries = useQueryClient()
  const { data, error } = useQuery(noticeSettingsQuery)
  const setting = useMutation({
    mutationFn: setNoticeMail,
    onSuccess: (settings) => queries.setQueryData(noticeSettingsQuery.queryKey, settings),
  })
  if (data === undefined) return <Problem error={error} />
  return (
    <div className="section">
      <label className="choice">
        <input
          type="checkbox"
          // The requested state, until the answer says how it is.
          checked={setting.isPending ? setting.variables : data.email}
          disabled={!data.available && !data.email}
          onChange={(event) => setting.mutate(event.target.checked)}
        />{' '}
        {text.byMail}
      </label>
      <p className="quiet small">{data.available ? text.mailWhy(person.email) : text.noMail}</p>
      <Problem error={setting.error} />
    </div>
  )
}

import type { Post } from '../../api/posts.ts'
import postTexts from '../../i18n/en/post.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Time } from '../../parts/time.tsx'
import { PLATFORM_NAMES } from '../../platforms/names.ts'
import { useAccountName } from '../../posts/account-names.ts'

/** What happened to the post on each account, oldest first. */
export function Timeline({ post }: { post: Post }) {
  const text = useTexts('post', postTexts)
  const nameOf = useAccountName()
  const lines = post.publications
    .flatMap(({ account_id, platform, timeline }) =>
      timeline.map((line, place) => ({ line, account_id, platform, place })),
    )
    .sort((a, b) => a.line.at - b.line.at)
  return (
    <section className="card section" aria-labelledby="timeline">
      <h2 id="timeline">{text.timeline}</h2>
      {lines.length === 0 && <p className="quiet">{text.timelineEmpty}</p>}
      <ol className="timeline">
        {lines.map(({ account_id, platform, place, line }) => {
          const { at, event, times, scheduled_at } = line
          const said = line.platform?.message
          return (
            <li key={`${account_id} ${place} ${at}`} className={`event-${event}`}>
              <Time at={at} />
              <div>
                <strong>{text.events[event]}</strong>
                {times !== undefined && <span className="quiet"> · {text.times(times)}</span>}
                <span className="quiet"> · {nameOf(account_id)}</span>
                {scheduled_at !== undefined && (
                  <p>
                    <Time at={scheduled_at} />
                  </p>
                )}
                {said !== undefined && (
                  <p className="quiet small long">{text.platformSays(PLATFORM_NAMES[platform], said)}</p>
                )}
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

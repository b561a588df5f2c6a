// Ideas: drafts of the team, which have no date until they are dragged on one.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { draftsQuery, nameOfDraft, type SharedDraft } from '../../api/drafts.ts'
import calendarTexts from '../../i18n/en/calendar.ts'
import postsTexts from '../../i18n/en/posts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { useMakerName } from '../../parts/maker.ts'
import { ComposeLink } from '../../posts/compose-link.tsx'
import { ShortTime } from '../../posts/short-time.tsx'
import { DRAGGED_IDEA } from './dragged-idea.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'

interface IdeasProps {
  /** The one that was dropped on a time of the calendar, and that time: "2027-03-28T10:30". */
  dropped: { id: string; wall: string } | null
  onDropped: () => void
  /** The time that is proposed where none was chosen. */
  proposed: string
}

/** The list beside the calendar: each is dragged, or scheduled by its button. */
export function Ideas({ dropped, onDropped, proposed }: IdeasProps) {
  const text = useTexts('calendar', calendarTexts)
  const query = useQuery(draftsQuery)
  const [asked, setAsked] = useState<SharedDraft | null>(null)
  const landed = query.data?.find(({ id }) => id === dropped?.id) ?? null
  const draft = landed ?? asked
  return (
    <section className="card ideas" aria-label={text.ideas}>
      <h2>{text.ideas}</h2>
      <Loaded query={query}>
        {(all) =>
          all.length === 0 ? (
            <p className="quiet">
              {text.noIdeas} <ComposeLink>{text.write}</ComposeLink>
            </p>
          ) : (
            <>
              <p className="quiet small">{text.ideasWhy}</p>
              <ul>
                {all.map((each) => (
                  <Idea key={each.id} draft={each} onSchedule={() => setAsked(each)} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      {draft !== null && (
        <ScheduleDialog
          draft={draft}
          wall={landed === null ? proposed : dropped!.wall}
          onClose={() => {
            setAsked(null)
            onDropped()
          }}
        />
      )}
    </section>
  )
}

function Idea({ draft, onSchedule }: { draft: SharedDraft; onSchedule: () => void }) {
  const text = useTexts('calendar', calendarTexts)
  const posts = useTexts('posts', postsTexts)
  const makerName = useMakerName()
  const name = nameOfDraft(draft, posts.withoutText)
  const { updated_by: by } = draft
  return (
    <li
      className="idea"
      draggable
      data-idea={draft.id}
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED_IDEA, draft.id)
        event.dataTransfer.effectAllowed = 'move'
      }}
    >
      <ComposeLink given={{ draft: draft.id }} className="idea-name">
        {name}
      </ComposeLink>
      <p className="quiet small">
        {posts.types[draft.type]}
        {by !== null && ` · ${makerName(by)}`} · <ShortTime at={draft.updated_at} />
      </p>
      <button type="button" className="button small" aria-label={text.scheduleNamed(name)} onClick={onSchedule}>
        {text.schedule}
      </button>
    </li>
  )
}

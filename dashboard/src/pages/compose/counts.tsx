import { factsOf, type PlatformId } from '../../../../core/platforms/facts.ts'
import { PlatformMark } from '../../accounts/account-face.tsx'
import type { Connection } from '../../api/schemas.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { captionCount, ownText } from './check-draft.ts'
import type { Draft } from './draft.ts'
import type { textCount } from './text-count.ts'

/** How long a caption is, of the allowed length; screen readers get the platform's name, which is shown as a mark or picture. */
export function Count({ name, count, limit, unit }: ReturnType<typeof textCount> & { name: string }) {
  const text = useTexts('compose', composeTexts)
  const formats = useFormats()
  return (
    <span className={count > limit ? 'count over' : 'count'}>
      <span aria-hidden="true">
        {formats.number(count)}/{formats.number(limit)}
      </span>
      <span className="only-read">
        {name}: {text.count(count, limit, unit)}
      </span>
    </span>
  )
}

/** How long the text for all is on each platform as it counts, where an account says it. */
export function Counts({
  draft,
  chosen,
  platforms,
}: {
  draft: Draft
  chosen: readonly Connection[]
  platforms: readonly PlatformId[]
}) {
  if (draft.type === 'stories') return null
  return (
    <ul className="counts">
      {platforms.map((id) => {
        const saying = chosen.find((each) => each.platform.name === id && ownText(draft, each.id) === undefined)
        return (
          saying && (
            <li key={id} title={factsOf(id).display_name}>
              <PlatformMark of={id} />
              <Count name={factsOf(id).display_name} {...captionCount(draft, id, saying)} />
            </li>
          )
        )
      })}
    </ul>
  )
}

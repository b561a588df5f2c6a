import { useQueries } from '@tanstack/react-query'
import { api, orThrow } from '../../../api/client.ts'
import optionFieldsTexts from '../../../i18n/en/option-fields.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { DAY_S } from '../../../platforms/option-kinds.ts'
import { Glyph } from '../glyphs.tsx'
import type { EditorProps } from './editor-props.ts'
import { invalidIf, wrongEntry } from './wrong-part.ts'

const MIN_CHOICES = 2
const HOUR_S = 3600
/** As Mastodon's own page offers them. */
const DURATIONS_S = [300, 1800, HOUR_S, 6 * HOUR_S, 12 * HOUR_S, DAY_S, 3 * DAY_S, 7 * DAY_S] as const

/** The accounts' servers' limits of polls: the smallest of each, by the API's names. */
function useServerPolls(ids: readonly string[]): Readonly<Record<string, number>> {
  const asked = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['capabilities', id],
      queryFn: async () =>
        (await orThrow(api.GET('/v1/accounts/social/{id}/capabilities', { params: { path: { id } } }))).data,
      staleTime: 300_000,
      retry: false,
    })),
  })
  const said = asked.flatMap(({ data }) => (data?.server_limits?.own === undefined ? [] : [data.server_limits.own]))
  const narrowest = (name: string, pick: (...figures: number[]) => number) => {
    const figures = said.flatMap((own) => own[name] ?? [])
    return figures.length === 0 ? [] : [[name, pick(...figures)] as const]
  }
  return Object.fromEntries([
    ...narrowest('poll_options', Math.min),
    ...narrowest('poll_option_chars', Math.min),
    ...narrowest('poll_min_s', Math.max),
    ...narrowest('poll_max_s', Math.min),
  ])
}

/** The choices of a poll, and where it ends by itself how long it runs. Servers' own limits stand in place of the usual ones. */
export function PollField({ field, label, written, onChange, described, wrong, accounts }: EditorProps<'poll'>) {
  const text = useTexts('optionFields', optionFieldsTexts)
  const { timed = false } = field
  const server = useServerPolls(timed ? accounts.map(({ id }) => id) : [])
  const most = Math.max(MIN_CHOICES, server.poll_options ?? field.choices)
  const characters = server.poll_option_chars ?? field.characters
  const poll = written ?? { options: [] }
  const options = [...poll.options, ...Array<string>(MIN_CHOICES).fill('')].slice(
    0,
    Math.max(MIN_CHOICES, poll.options.length),
  )
  const ends = wrong?.startsWith('.expires') ?? false
  const refused = ends ? -1 : wrongEntry(wrong, options, (choice) => choice.trim() !== '')
  const set = (more: Partial<typeof poll>) => {
    const next = { ...poll, options, ...more }
    onChange(next)
  }
  const durations = DURATIONS_S.filter(
    (seconds) => seconds >= (server.poll_min_s ?? 0) && seconds <= (server.poll_max_s ?? Number.POSITIVE_INFINITY),
  )
  const chosen = poll.seconds ?? DAY_S
  return (
    <fieldset className="stack tight" aria-label={label} aria-describedby={described}>
      {options.map((choice, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a choice is its place.
        <div className="with-button" key={at}>
          <input
            aria-label={text.pollChoice(at + 1)}
            placeholder={text.pollChoice(at + 1)}
            maxLength={characters}
            {...invalidIf(at === refused, described)}
            value={choice}
            onChange={({ target }) => set({ options: options.with(at, target.value) })}
          />
          {options.length > MIN_CHOICES && (
            <button
              type="button"
              className="button small plain"
              aria-label={text.removeChoice(at + 1)}
              onClick={() => set({ options: options.toSpliced(at, 1) })}
            >
              <Glyph name="remove" />
            </button>
          )}
        </div>
      ))}
      {options.length < most && (
        <button type="button" className="button small" onClick={() => set({ options: [...options, ''] })}>
          {text.addChoice}
        </button>
      )}
      {timed && (
        <>
          <label className="beside">
            <span>{text.pollEnds}</span>
            <select
              {...invalidIf(ends, described)}
              value={chosen}
              onChange={({ target }) => set({ seconds: Number(target.value) })}
            >
              {[...new Set([...durations, chosen])]
                .sort((a, b) => a - b)
                .map((seconds) => (
                  <option key={seconds} value={seconds}>
                    {text.duration(seconds)}
                  </option>
                ))}
            </select>
          </label>
          <label className="choice">
            <input
              type="checkbox"
              checked={poll.multiple ?? false}
              onChange={({ target }) => set({ multiple: target.checked })}
            />
            {text.pollMultiple}
          </label>
          <label className="choice">
            <input
              type="checkbox"
              checked={poll.hide_totals ?? false}
              onChange={({ target }) => set({ hide_totals: target.checked })}
            />
            {text.pollHidden}
          </label>
        </>
      )}
    </fieldset>
  )
}

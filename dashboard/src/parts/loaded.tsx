// A part of a page that has to be loaded first: its skeleton, what went wrong with a way to try again, or the thing.

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import partsTexts from '../i18n/en/parts.ts'
import { useTexts } from '../i18n/texts.ts'
import { Problem } from './problem.tsx'

interface LoadedProps<Data> {
  query: UseQueryResult<Data>
  /** As high as what comes, so that nothing jumps. */
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

export function Loaded<Data>({ query, skeleton, children }: LoadedProps<Data>) {
  const text = useTexts('parts', partsTexts)
  // Loaded data stays on the page when it cannot be loaded again: the note about being offline says why.
  if (query.data !== undefined) return children(query.data)
  if (query.isError) {
    return (
      <div className="card failed">
        <h2>{text.loadFailed}</h2>
        <Problem error={query.error} />
        <button type="button" className="button" onClick={() => query.refetch()} disabled={query.isFetching}>
          {text.tryAgain}
        </button>
      </div>
    )
  }
  return (
    <div aria-busy="true">
      <span className="only-read">{text.loading}</span>
      {skeleton ?? <Skeleton lines={4} />}
    </div>
  )
}

/** Grey lines in place of content that is being loaded. */
export function Skeleton({ lines }: { lines: number }) {
  return (
    <div className="card skeleton" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <span key={line} />
      ))}
    </div>
  )
}

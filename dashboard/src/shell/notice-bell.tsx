import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { noticesQuery } from '../api/notices.ts'
import shellTexts from '../i18n/en/shell.ts'
import { useTexts } from '../i18n/texts.ts'
import { Icon } from '../parts/icons.tsx'
import { online } from '../parts/online.ts'

const NoticePanel = lazy(() => online().then(() => import('../notices/notice-panel.tsx')))

/** How many notices are new; opens them. */
export function NoticeBell() {
  const text = useTexts('shell', shellTexts)
  const { data } = useQuery(noticesQuery)
  const [open, setOpen] = useState(false)
  const unseen = data?.unseen ?? 0
  const count = unseen > 99 ? '99+' : String(unseen)
  return (
    <>
      <button
        type="button"
        className="button plain icon bell"
        aria-label={unseen > 0 ? text.noticesNew(count) : text.notices}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="bell" />
        {unseen > 0 && (
          <span className="count" aria-hidden="true">
            {count}
          </span>
        )}
      </button>
      {open && (
        <Suspense>
          <NoticePanel onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

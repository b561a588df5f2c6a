import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { Page } from '../parts/page.tsx'
import { usePartsTexts } from '../parts/parts-texts.ts'
import { Problem } from '../parts/problem.tsx'

/** In the place of a page that threw: what happened, and ways out. */
export function BrokenPage({ error }: ErrorComponentProps) {
  const text = usePartsTexts()
  // After an update the files of the page as it was loaded may be gone.
  const updated = /dynamically imported module|Importing a module script failed/.test(String(error))
  return (
    <Page title={updated ? text.newVersion : text.pageBroke} intro={updated ? text.newVersionWhy : text.pageBrokeWhy}>
      {!updated && <Problem error={error} />}
      <p className="actions">
        <button type="button" className="button primary" onClick={() => window.location.reload()}>
          {text.reload}
        </button>
        <a className="button" href="/">
          {text.goHome}
        </a>
      </p>
    </Page>
  )
}

/** For an address that leads nowhere. */
export function NoSuchPage() {
  const text = usePartsTexts()
  return (
    <Page title={text.notFound} intro={text.notFoundWhy}>
      <p className="actions">
        <Link className="button primary" to="/">
          {text.goHome}
        </Link>
      </p>
    </Page>
  )
}

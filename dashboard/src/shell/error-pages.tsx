import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { use } from 'react'
import { Unreachable } from '../api/client.ts'
import { SessionContext } from '../api/session.ts'
import partsTexts from '../i18n/en/parts.ts'
import { useTexts } from '../i18n/texts.ts'
import { Page } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { SinglePage } from './single-page.tsx'

/** Reloads the whole page and bypasses the cache. Without a connection this page stays. */
const loadAnew = (): Promise<void> =>
  fetch(window.location.href, { cache: 'reload' }).then(
    () => window.location.reload(),
    () => {},
  )

/** In the place of a page that threw: what happened, and ways out. */
export function BrokenPage({ error }: ErrorComponentProps) {
  const text = useTexts('parts', partsTexts)
  const lost = error instanceof Unreachable || !navigator.onLine
  // After an update the files of the page as it was loaded may be gone.
  const updated = !lost && /dynamically imported module|Importing a module script failed/.test(String(error))
  const inFrame = use(SessionContext) !== null
  const [title, why] = lost
    ? [text.loadFailed, text.unreachable]
    : updated
      ? [text.newVersion, text.newVersionWhy]
      : [text.pageBroke, text.pageBrokeWhy]
  const ways = (
    <>
      {why === text.pageBrokeWhy && <Problem error={error} />}
      <p className="actions">
        <button type="button" className="button primary" onClick={() => void loadAnew()}>
          {text.reload}
        </button>
        <a className="button" href="/">
          {text.goHome}
        </a>
      </p>
    </>
  )
  if (inFrame)
    return (
      <Page title={title} intro={why}>
        {ways}
      </Page>
    )
  return (
    <SinglePage title={title}>
      <p>{why}</p>
      {ways}
    </SinglePage>
  )
}

/** For an address that leads nowhere. */
export function NoSuchPage() {
  const text = useTexts('parts', partsTexts)
  return (
    <SinglePage title={text.notFound}>
      <p>{text.notFoundWhy}</p>
      <p className="actions">
        <Link className="button primary" to="/">
          {text.goHome}
        </Link>
      </p>
    </SinglePage>
  )
}

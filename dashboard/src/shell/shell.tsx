// The frame around every page of a signed-in person.

import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { type OwnedSession, SessionContext, useFollowOtherTabs, useSessionQuery } from '../api/session.ts'
import partsTexts from '../i18n/en/parts.ts'
import shellTexts from '../i18n/en/shell.ts'
import { useTexts } from '../i18n/texts.ts'
import { COMPOSE } from '../navigation.ts'
import { Icon } from '../parts/icons.tsx'
import { useKeptFocus } from '../parts/kept-focus.ts'
import { Loaded, Skeleton } from '../parts/loaded.tsx'
import { Problem } from '../parts/problem.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Brand } from './brand.tsx'
import { useDropGuard } from './drop-guard.ts'
import { Navigation } from './navigation.tsx'
import { NoticeBell } from './notice-bell.tsx'
import { OwnerSwitcher } from './owner-switcher.tsx'
import { PageKeys } from './page-keys.tsx'
import { SinglePage } from './single-page.tsx'

// Parts that few people see, or that are needed only after the page is drawn, load separately.
const NoOwner = lazy(() => import('./no-owner.tsx'))
const OfflineNote = lazy(() => import('./offline-note.tsx'))
const loadBanner = () => import('./reconnect-banner.tsx')
const ReconnectBanner = lazy(loadBanner)

const pageSkeleton = <Skeleton lines={6} />

export function Shell() {
  const session = useSessionQuery()
  // Loaded ahead; where that fails, it is loaded when it is shown.
  useState(() => loadBanner().catch(() => undefined))
  useFollowOtherTabs(session.data)
  const parts = useTexts('parts', partsTexts)
  // Without a session there is no frame to stand in.
  if (session.data === undefined && session.isError)
    return (
      <SinglePage title={parts.loadFailed}>
        <Problem error={session.error} />
        <footer>
          <button
            type="button"
            className="button primary"
            onClick={() => session.refetch()}
            disabled={session.isFetching}
          >
            {parts.tryAgain}
          </button>
        </footer>
      </SinglePage>
    )
  return (
    <Loaded query={session} skeleton={<FrameSkeleton />}>
      {(data) =>
        data.owner === null ? (
          <Suspense>
            <NoOwner session={data} />
          </Suspense>
        ) : (
          <Frame session={data as OwnedSession} />
        )
      }
    </Loaded>
  )
}

function Frame({ session }: { session: OwnedSession }) {
  const text = useTexts('shell', shellTexts)
  const main = useFocusOnNewPage()
  useKeptFocus(main)
  useDropGuard()
  return (
    <SessionContext value={session}>
      <a className="skip" href="#main">
        {text.skip}
      </a>
      <div className="shell">
        <header className="top">
          <button
            type="button"
            className="button plain icon open-nav"
            popoverTarget="navigation"
            aria-label={text.openNavigation}
          >
            <Icon name="menu" />
          </button>
          <Brand />
          <OwnerSwitcher />
          <span className="spacer" />
          {session.owner.role !== 'viewer' && (
            <Link to={COMPOSE} className="button primary new-post">
              <Icon name="plus" />
              <span>{text.newPost}</span>
            </Link>
          )}
          <NoticeBell />
          <AccountMenu />
        </header>
        <Navigation />
        <main id="main" ref={main} tabIndex={-1}>
          {/* The page comes together with what is told above it. */}
          <Suspense fallback={pageSkeleton}>
            <OfflineNote />
            <ReconnectBanner />
            <Outlet />
          </Suspense>
          <PageKeys />
        </main>
      </div>
    </SessionContext>
  )
}

/** A new page takes the focus, as it would if it were loaded whole; the first one leaves it at the top. */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

function FrameSkeleton() {
  return (
    <div className="shell">
      <div className="top">
        <Brand />
      </div>
      <div className="side" />
      <div className="main">{pageSkeleton}</div>
    </div>
  )
}

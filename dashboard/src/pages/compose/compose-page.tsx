import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { connectionsQuery } from '../../api/connections.ts'
import { useMay } from '../../api/session.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded, Skeleton } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import './compose.css'
import { HelpLink } from '../../help/help-link.tsx'
import { isPlatform } from '../../platforms/names.ts'
import { ComposeForm } from './compose-form.tsx'
import { isEmpty } from './draft.ts'
import { Note } from './note.tsx'
import { TeamDrafts } from './team-drafts.tsx'
import { useDraft } from './use-draft.ts'

const OPERATIONS = { feed: 'postFeed', reels: 'postReels', stories: 'postStories', text: 'postText' } as const

const GIVEN = ['date', 'time', 'accounts', 'draft', 'from', 'only', 'media'] as const

/** The start of the post as the address gives it. */
const givenIn = (search: Record<string, unknown>): { [K in (typeof GIVEN)[number]]?: string } =>
  Object.fromEntries(GIVEN.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])))

/** A new post: for whom, what and when, with everything that is wrong with it told before it is sent. */
export function ComposePage() {
  const text = useTexts('compose', composeTexts)
  const mayPost = useMay('author')
  const query = useQuery(connectionsQuery)
  const kept = useDraft(givenIn(useSearch({ from: '/frame/compose' })), text.file)
  const { draft, failed } = kept
  return (
    <Page
      title={text.title}
      intro={
        <>
          {mayPost && text.saved[kept.saved]} <HelpLink operation={OPERATIONS[draft?.type ?? 'feed']} />
        </>
      }
      actions={
        mayPost &&
        draft !== null && (
          <>
            <TeamDrafts key={kept.round} kept={kept} draft={draft} connections={query.data} />
            <button
              type="button"
              className="button small plain"
              disabled={draft.attempt !== null || isEmpty(draft)}
              onClick={kept.startOver}
            >
              {text.discard}
            </button>
          </>
        )
      }
    >
      {!mayPost ? (
        <p className="quiet">{text.notViewers}</p>
      ) : (
        <Loaded query={query}>
          {(all) => {
            const connections = all.filter(({ platform }) => isPlatform(platform.name))
            if (connections.length === 0)
              return (
                <EmptyState
                  title={text.noAccounts}
                  action={
                    <Link to="/accounts" className="button primary">
                      {text.connectAccount}
                    </Link>
                  }
                >
                  {text.noAccountsWhy}
                </EmptyState>
              )
            if (draft === null) return <Skeleton lines={6} />
            return (
              <>
                {failed !== null && <Note says={text.fromFailed} />}
                <ComposeForm key={kept.round} kept={kept} draft={draft} connections={connections} />
              </>
            )
          }}
        </Loaded>
      )}
    </Page>
  )
}

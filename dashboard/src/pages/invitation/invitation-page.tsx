import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { tellOtherTabs } from '../../api/channel.ts'
import { api, orThrow, PublisherError } from '../../api/client.ts'
import { useMutation } from '../../api/mutation.ts'
import invitationTexts from '../../i18n/en/invitation.ts'
import partsTexts from '../../i18n/en/parts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Time } from '../../parts/time.tsx'
import { SinglePage } from '../../shell/single-page.tsx'
import { SignOutButton } from '../../sign-out/sign-out-button.tsx'

const route = getRouteApi('/invitations/$token')

/** Where the link of an invitation leads: what it is, and to accept it. */
export function InvitationPage() {
  const text = useTexts('invitation', invitationTexts)
  const parts = useTexts('parts', partsTexts)
  const { token } = route.useParams()
  const params = { path: { token } }
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: async () => (await orThrow(api.GET('/v1/invitations/{token}', { params }))).data,
  })
  const accepting = useMutation({
    mutationFn: () => orThrow(api.POST('/v1/invitations/{token}/accept', { params })),
    onSuccess: () => {
      tellOtherTabs({ is: 'owner_changed' })
      window.location.assign('/')
    },
  })
  const refusal = accepting.error ?? query.error
  if (refusal instanceof PublisherError && refusal.status === 404) {
    return (
      <SinglePage title={text.gone}>
        <p>{text.goneWhy}</p>
        <footer>
          <a className="button" href="/">
            {parts.goHome}
          </a>
        </footer>
      </SinglePage>
    )
  }
  if (refusal instanceof PublisherError && refusal.code === 'invitation_of_another_address') {
    return (
      <SinglePage title={text.gone}>
        <p>{text.otherAddress}</p>
        <footer>
          <SignOutButton className="button primary">{text.signOut}</SignOutButton>
        </footer>
      </SinglePage>
    )
  }
  return (
    <SinglePage title={query.data === undefined ? text.loading : text.title(query.data.owner.name)}>
      <Loaded query={query}>
        {({ owner, role, email, expires_at }) => (
          <div className="stack">
            <p>{text.what(owner.name, text.roles[role])}</p>
            <p className="quiet">
              {text.forAddress(email)} {text.ends} <Time at={expires_at} />
            </p>
            <Problem error={accepting.error} />
            <footer>
              <a className="button" href="/">
                {text.later}
              </a>
              <button
                type="button"
                className="button primary"
                disabled={accepting.isPending}
                onClick={() => accepting.mutate()}
              >
                {text.accept}
              </button>
            </footer>
          </div>
        )}
      </Loaded>
    </SinglePage>
  )
}

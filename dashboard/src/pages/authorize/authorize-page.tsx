// Where an assistant sends a person's browser to be allowed in (OAuth 2.1): who asks, for what, and where the answer goes.

import type { paths } from '@social-publisher/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orThrow, PublisherError, type Schemas } from '../../api/client.ts'
import { useMutation } from '../../api/mutation.ts'
import { useFollowOtherTabs, useSessionQuery } from '../../api/session.ts'
import authorizeTexts from '../../i18n/en/authorize.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Problem } from '../../parts/problem.tsx'
import { SinglePage } from '../../shell/single-page.tsx'

type Body = paths['/v1/oauth/authorizations']['post']['requestBody']['content']['application/json']
type Assistant = Schemas['Assistant']
type Role = Assistant['roles'][number]

/** Parameters that the assistant sends along; others are not for us. */
const PARAMETERS = [
  'client_id',
  'redirect_uri',
  'response_type',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'scope',
  'state',
] as const

/** As the service takes it, which says what is wrong with it. One without a value counts as left out (RFC 6749, 3.1). */
const requestIn = (search: string): Body => {
  const given = new URLSearchParams(search)
  return Object.fromEntries(
    PARAMETERS.flatMap((name) => (given.get(name) ? [[name, given.get(name)]] : [])),
  ) as unknown as Body
}

const schemeOf = (address: string): string | undefined => /^(?!javascript:)[a-z][a-z0-9+.-]*:/i.exec(address)?.[0]

export function AuthorizePage({ search }: { search: string }) {
  const text = useTexts('authorize', authorizeTexts)
  const [request] = useState(() => requestIn(search))
  const session = useSessionQuery()
  // The person allows it for the team that is named here.
  useFollowOtherTabs(session.data, window.location.href)
  const query = useQuery({
    queryKey: ['assistant', search],
    queryFn: async () => (await orThrow(api.POST('/v1/oauth/authorizations', { body: request }))).data.assistant,
    retry: false,
  })
  const { error } = query
  if (error instanceof PublisherError && error.status < 500 && error.status !== 429 && error.status !== 401) {
    return (
      <SinglePage title={text.cannot}>
        <p>{text.cannotWhy}</p>
        <Problem error={error} />
      </SinglePage>
    )
  }
  return (
    <SinglePage title={query.data ? text.title(query.data.name) : text.loading}>
      <Loaded query={session}>
        {({ owner, person }) => (
          <Loaded query={query}>
            {(assistant) =>
              assistant && owner ? (
                <Consent assistant={assistant} owner={owner.name} person={person.email} request={request} />
              ) : null
            }
          </Loaded>
        )}
      </Loaded>
    </SinglePage>
  )
}

interface ConsentProps {
  assistant: Assistant
  owner: string
  person: string
  request: Body
}

function Consent({ assistant, owner, person, request }: ConsentProps) {
  const text = useTexts('authorize', authorizeTexts)
  const { name, host, redirect_host, on_this_machine, roles } = assistant
  const [role, setRole] = useState<Role>(roles[0]!)
  const deciding = useMutation({
    mutationFn: async (decision: 'allow' | 'deny') => {
      const chosen = decision === 'allow' ? { decision, role } : { decision }
      return (await orThrow(api.POST('/v1/oauth/authorizations', { body: { ...request, ...chosen } }))).data.redirect_to
    },
    onSuccess: (address) => {
      // The service has checked the address of the request, for programs too; a script's address is refused.
      if (address && schemeOf(address) !== undefined && schemeOf(address) === schemeOf(request.redirect_uri))
        window.location.assign(address)
    },
  })
  const isOver = deciding.isPending || deciding.isSuccess
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        deciding.mutate('allow')
      }}
    >
      <p>{text.what(owner, person)}</p>
      <p>{host === null ? text.unknown(name) : text.vouchedFor(host)}</p>
      <p>
        {text.back} <strong>{on_this_machine ? text.thisMachine(redirect_host) : redirect_host}</strong>
      </p>
      <fieldset>
        <legend>{text.may}</legend>
        {roles.map((one) => (
          <label key={one} className="choice">
            <input type="radio" name="role" value={one} checked={role === one} onChange={() => setRole(one)} />
            <span>{text.roles[one]}</span>
          </label>
        ))}
      </fieldset>
      <p className="quiet">{text.later}</p>
      <Problem error={deciding.error} />
      {deciding.isSuccess && on_this_machine ? <p role="status">{text.handed}</p> : null}
      <footer>
        <button type="button" className="button" disabled={isOver} onClick={() => deciding.mutate('deny')}>
          {text.cancel}
        </button>
        <button type="submit" className="button primary" disabled={isOver}>
          {text.allow}
        </button>
      </footer>
    </form>
  )
}

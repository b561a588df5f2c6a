// `/_control`: what tests and operators set and read.
import { z } from 'zod'
import { answerControl } from '../control.ts'
import { changeSettings } from '../settings.ts'
import type { Person, SignedIn } from './model.ts'
import type { PersonInput } from './settings.ts'
import { begin, tokensOf } from './tokens.ts'
import { newDid, newPassword, type World } from './world.ts'

/** Makes an account, or changes one. */
export function savePerson({ network, sim }: World, input: PersonInput): Person {
  const before = input.external_id === undefined ? undefined : network.personNamed(input.external_id)
  const did = before?.did ?? newDid()
  const handle = input.username ?? before?.handle ?? `user-${did.slice(-6)}.test`
  const person: Person = {
    did,
    handle,
    password: before?.password ?? newPassword(),
    name: input.name ?? before?.name ?? handle,
    biography: input.biography ?? before?.biography ?? '',
    email_confirmed: input.email_confirmed ?? before?.email_confirmed ?? true,
    suspended: input.restricted ?? before?.suspended ?? false,
    followers_count: input.followers_count ?? before?.followers_count ?? 0,
    created_at: before?.created_at ?? sim.now(),
  }
  network.put('person', person)
  return person
}

const personView = ({ did, handle, ...rest }: Person) => ({ external_id: did, username: handle, ...rest })

const Victim = z.strictObject({ account: z.string(), subcode: z.int().optional() })

/** Answers a call of `/_control`. @throws ZodError or SyntaxError where the body is wrong. */
export async function control(world: World, method: string, path: string, query: URLSearchParams, body: string) {
  const { network, store, sim } = world
  const ok = (json: unknown) => ({ status: 200, json })
  const given = body === '' ? {} : (JSON.parse(body) as unknown)
  const missing = { status: 404, json: { error: 'no such account' } }
  const changeSessions = (change: (session: SignedIn) => SignedIn) => {
    const person = network.personNamed(Victim.parse(given).account)
    if (!person) return missing
    const sessions = [...network.sessions.values()].filter(({ did }) => did === person.did)
    for (const session of sessions) network.put('session', change(session))
    return ok({ tokens: sessions.length })
  }
  switch (`${method} ${path.replace('/_control', '')}`) {
    case 'POST /accounts': {
      const input = sim.schemas.account.parse(given)
      if (input.external_id !== undefined && !network.personNamed(input.external_id)) return missing
      const person = savePerson(world, input)
      return ok({ ...personView(person), token: person.password })
    }
    case 'POST /sessions': {
      // A session as an app has one, without signing in.
      const person = network.personNamed(Victim.parse(given).account)
      if (!person) return missing
      const session = begin(world, { did: person.did, kind: 'password', scope: 'com.atproto.appPass' })
      const { access, refresh } = tokensOf(world, session)
      return ok({ did: person.did, pds: sim.url, access, refresh })
    }
    case 'POST /tokens/expire':
      return changeSessions((session) => ({ ...session, access_after: sim.now() }))
    case 'POST /tokens/revoke':
      return changeSessions((session) => ({ ...session, ended: true }))
    case 'POST /settings':
      store.put('settings', changeSettings(sim.schemas, store.settings, given))
      return ok(store.settings)
    case 'GET /state': {
      const input = { method, path, params: new Map(query), token: null, tokenIn: 'none' as const, accept: '' }
      const { json } = (await answerControl(sim, input, body)) as { json: { totals: object } }
      const account = query.get('account')
      const of = <T extends { did: string }>(all: Map<string, T>): T[] =>
        account === null ? [...all.values()] : [...all.values()].filter(({ did }) => did === account)
      return ok({
        ...json,
        accounts: of(network.people).map(personView),
        sessions: of(network.sessions),
        records: of(network.records),
        uploads: of(network.uploads),
        totals: { ...json.totals, duplicates: duplicates(world) },
      })
    }
    default: {
      const input = { method, path, params: new Map(query), token: null, tokenIn: 'none' as const, accept: '' }
      return answerControl(sim, input, body)
    }
  }
}

/** Posts with the same text as another existing one. */
function duplicates({ store }: World): number {
  const live = [...store.posts.values()].filter(({ deleted_at }) => deleted_at === undefined)
  return live.length - new Set(live.map(({ container }) => container)).size
}

// The server of accounts (PDS): sign-in by password, records.
import { uploadBlob } from './blobs.ts'
import { cidOfRecord } from './cid.ts'
import { invalidRequest, XrpcError } from './errors.ts'
import { checkRecord } from './lexicon.ts'
import type { Kept, Person } from './model.ts'
import { keyOf } from './network.ts'
import { noteDeleted, notePost, POST } from './posts.ts'
import { authenticated, begin, holderOf, issue, refreshed, tokensOf } from './tokens.ts'
import { type Asked, type Call, hostOf, type World } from './world.ts'

const SERVICE_TOKEN_S = 60
const MOST_SERVICE_TOKEN_S = 30 * 60

const FIELDS: Record<string, readonly string[]> = {
  'com.atproto.server.createSession': ['identifier', 'password', 'authFactorToken', 'allowTakendown'],
  'com.atproto.repo.putRecord': ['repo', 'collection', 'rkey', 'validate', 'record', 'swapRecord', 'swapCommit'],
  'com.atproto.repo.applyWrites': ['repo', 'validate', 'writes', 'swapCommit'],
  'com.atproto.repo.deleteRecord': ['repo', 'collection', 'rkey', 'swapRecord', 'swapCommit'],
  'com.atproto.server.refreshSession': [],
  'com.atproto.server.deleteSession': [],
}

/** @throws {XrpcError} for what is no field of the method. */
function checkFields(name: string, fields: Record<string, unknown>): void {
  const unknown = Object.keys(fields).find((field) => !FIELDS[name]!.includes(field))
  if (unknown !== undefined) throw invalidRequest(`Input has a field that ${name} does not have: ${unknown}`)
}

const textOf = (fields: Record<string, unknown>, name: string): string => {
  const value = fields[name]
  if (typeof value !== 'string') throw invalidRequest(`Input/${name} must be a string`)
  return value
}

/** Only the account's own repository. */
const ownRepo = (person: Person, repo: string): void => {
  if (repo !== person.did && repo !== person.handle) throw new XrpcError(401, 'AuthRequired', 'Invalid repo')
}

export const documentOf = ({ sim }: World, { did, handle }: Person) => ({
  '@context': ['https://www.w3.org/ns/did/v1'],
  id: did,
  alsoKnownAs: [`at://${handle}`],
  verificationMethod: [],
  service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: sim.url }],
})

const sessionAnswer = (world: World, person: Person) => ({
  did: person.did,
  handle: person.handle,
  didDoc: documentOf(world, person),
  active: !person.suspended,
  emailConfirmed: person.email_confirmed,
})

function createSession(world: World, fields: Record<string, unknown>) {
  const person = world.network.personNamed(textOf(fields, 'identifier').toLowerCase())
  if (!person || person.password !== textOf(fields, 'password'))
    throw new XrpcError(401, 'AuthenticationRequired', 'Invalid identifier or password')
  if (person.suspended) throw new XrpcError(401, 'AccountTakedown', 'Account has been taken down')
  const session = begin(world, { did: person.did, kind: 'password', scope: 'com.atproto.appPass' })
  const { access, refresh } = tokensOf(world, session)
  return { json: { ...sessionAnswer(world, person), accessJwt: access, refreshJwt: refresh } }
}

/** Puts a record; the very same again is no change. */
function put(world: World, given: Omit<Kept, 'cid' | 'at' | 'value'> & { value: unknown }): Kept {
  const value = checkRecord(world.network, given)
  const cid = cidOfRecord(value)
  const before = world.network.records.get(keyOf(given))
  if (before?.cid === cid) return before
  const kept: Kept = { ...given, value, cid, at: world.sim.now() }
  world.network.put('record', kept)
  if (given.collection === POST) notePost(world, kept)
  return kept
}

const uriOf = ({ did, collection, rkey }: Pick<Kept, 'did' | 'collection' | 'rkey'>) =>
  `at://${did}/${collection}/${rkey}`

const committed = (world: World, did: string) => ({
  cid: cidOfRecord([did, world.network.commits.get(did) ?? 0]),
  rev: String(world.network.commits.get(did) ?? 0),
})

function putRecord(world: World, asked: Asked) {
  const { person } = authenticated(world, asked)
  const { fields } = asked
  ownRepo(person, textOf(fields, 'repo'))
  const given = {
    did: person.did,
    collection: textOf(fields, 'collection'),
    rkey: textOf(fields, 'rkey'),
    value: fields.record,
  }
  const before = world.network.records.get(keyOf(given))
  const { swapRecord } = fields
  const same = before !== undefined && before.cid === cidOfRecord(fields.record)
  if (swapRecord !== undefined && !same && (before?.cid ?? null) !== swapRecord)
    throw new XrpcError(400, 'InvalidSwap', `Record was at ${before?.cid ?? 'null'}`)
  const kept = put(world, given)
  return {
    json: { uri: uriOf(kept), cid: kept.cid, commit: committed(world, person.did), validationStatus: 'valid' },
  }
}

interface Write {
  $type: string
  collection: string
  rkey: string
  value?: unknown
}

function applyWrites(world: World, asked: Asked) {
  const { person } = authenticated(world, asked)
  ownRepo(person, textOf(asked.fields, 'repo'))
  const writes = (Array.isArray(asked.fields.writes) ? asked.fields.writes : []) as Write[]
  const kindOf = ({ $type }: Write) => $type.replace('com.atproto.repo.applyWrites#', '')
  const unknown = writes.find((write) => !['create', 'delete'].includes(kindOf(write)))
  if (writes.length === 0 || unknown) throw invalidRequest('Input/writes has a write that is not simulated')
  const { did } = person
  // All of it is checked before any of it is done: a commit is whole.
  for (const write of writes) {
    const { collection, rkey, value } = write
    const known = world.network.records.has(keyOf({ did, collection, rkey }))
    // A key that is taken breaks the server instead of being refused.
    if (kindOf(write) === 'create' && known) throw new XrpcError(500, 'InternalServerError', 'Internal Server Error')
    if (kindOf(write) === 'delete' && !known) throw invalidRequest('Could not find record')
    if (kindOf(write) === 'create') checkRecord(world.network, { did, collection, rkey, value })
  }
  const results = writes.map((write) => {
    const { collection, rkey, value } = write
    if (kindOf(write) === 'delete') {
      remove(world, { did, collection, rkey })
      return { $type: 'com.atproto.repo.applyWrites#deleteResult' }
    }
    const kept = put(world, { did, collection, rkey, value })
    return { $type: 'com.atproto.repo.applyWrites#createResult', uri: uriOf(kept), cid: kept.cid }
  })
  return { json: { commit: committed(world, did), results } }
}

function remove(world: World, key: Pick<Kept, 'did' | 'collection' | 'rkey'>): void {
  if (!world.network.records.has(keyOf(key))) return
  world.network.put('record_gone', key)
  if (key.collection === POST) noteDeleted(world, key.did, key.rkey)
}

function getRecord(world: World, { query }: Asked) {
  const person = world.network.personNamed(query.get('repo') ?? '')
  if (!person) throw invalidRequest(`Could not find repo: ${query.get('repo')}`)
  const key = { did: person.did, collection: query.get('collection') ?? '', rkey: query.get('rkey') ?? '' }
  const kept = world.network.records.get(keyOf(key))
  if (!kept) throw new XrpcError(400, 'RecordNotFound', `Could not locate record: ${uriOf(key)}`)
  return { json: { uri: uriOf(kept), cid: kept.cid, value: kept.value } }
}

function listRecords(world: World, { query }: Asked) {
  const person = world.network.personNamed(query.get('repo') ?? '')
  if (!person) throw invalidRequest(`Could not find repo: ${query.get('repo')}`)
  const limit = Number(query.get('limit') ?? 50)
  if (!(limit >= 1 && limit <= 100)) throw invalidRequest('Params/limit must be between 1 and 100')
  const cursor = query.get('cursor')
  const all = [...world.network.records.values()]
    .filter(({ did, collection }) => did === person.did && collection === query.get('collection'))
    .sort((one, other) => (one.rkey < other.rkey ? 1 : -1))
    .filter(({ rkey }) => cursor === null || rkey < cursor)
  const page = all.slice(0, limit)
  const last = page.at(-1)
  return {
    json: {
      records: page.map((kept) => ({ uri: uriOf(kept), cid: kept.cid, value: kept.value })),
      ...(last && all.length > limit ? { cursor: last.rkey } : {}),
    },
  }
}

function serviceAuth(world: World, asked: Asked) {
  const { person, session } = authenticated(world, asked)
  const aud = asked.query.get('aud') ?? ''
  if (!/^did:/.test(aud)) throw invalidRequest('Params/aud must be a valid did')
  const now = Math.floor(world.sim.now() / 1000)
  const exp = Number(asked.query.get('exp') ?? now + SERVICE_TOKEN_S)
  if (exp <= now) throw new XrpcError(400, 'BadExpiration', 'expiration is in past')
  if (exp - now > MOST_SERVICE_TOKEN_S)
    throw new XrpcError(
      400,
      'BadExpiration',
      'cannot request a token with an expiration more than 30 minutes in the future',
    )
  const { sid, generation } = session
  const lxm = asked.query.get('lxm') ?? undefined
  const token = issue(world, {
    sid,
    generation,
    use: 'service',
    sub: person.did,
    iss: person.did,
    scope: '',
    iat: world.sim.now(),
    exp,
    aud,
    lxm,
  })
  return { json: { token } }
}

/** The calls of the server of accounts. */
export function routeRepo(world: World, asked: Asked): Call | undefined {
  const [, name = ''] = /^\/xrpc\/(com\.atproto\.[\w.]+)$/.exec(asked.path) ?? []
  const key = `${asked.method} ${name}`
  const { fields, query } = asked
  const person = holderOf(world, asked)
  const rkey = typeof fields.rkey === 'string' ? fields.rkey : undefined
  const checked = <T>(run: () => T) => {
    return () => {
      checkFields(name, fields)
      return run()
    }
  }
  switch (key) {
    case 'POST com.atproto.server.createSession':
      return { operation: 'sign_in', run: checked(() => createSession(world, fields)) }
    case 'POST com.atproto.server.refreshSession':
      return {
        operation: 'refresh',
        person,
        run: checked(() => {
          if (asked.body.length > 0) throw invalidRequest('A request body was provided when none was expected')
          const { session, person } = refreshed(world, asked)
          const { access, refresh } = tokensOf(world, session)
          return { json: { ...sessionAnswer(world, person), accessJwt: access, refreshJwt: refresh } }
        }),
      }
    case 'POST com.atproto.server.deleteSession':
      return {
        operation: 'sign_out',
        person,
        run: checked(() => {
          const { session } = refreshed(world, asked)
          world.network.put('session', { ...session, ended: true })
          return { json: {} }
        }),
      }
    case 'GET com.atproto.server.getSession':
      return {
        operation: 'quota',
        person,
        run: () => ({ json: sessionAnswer(world, authenticated(world, asked).person) }),
      }
    case 'GET com.atproto.server.getServiceAuth':
      return { operation: 'service_auth', person, run: () => serviceAuth(world, asked) }
    case 'POST com.atproto.repo.uploadBlob':
      return { operation: 'create', person, run: () => uploadBlob(world, asked) }
    case 'POST com.atproto.repo.putRecord':
      return { operation: 'publish', person, object: rkey, run: checked(() => putRecord(world, asked)) }
    case 'POST com.atproto.repo.applyWrites': {
      const [first] = (fields.writes ?? []) as Write[]
      return { operation: 'publish', person, object: first?.rkey, run: checked(() => applyWrites(world, asked)) }
    }
    case 'POST com.atproto.repo.deleteRecord':
      return {
        operation: 'delete',
        person,
        object: rkey,
        run: checked(() => {
          const { person } = authenticated(world, asked)
          ownRepo(person, textOf(fields, 'repo'))
          const collection = textOf(fields, 'collection')
          remove(world, { did: person.did, collection, rkey: textOf(fields, 'rkey') })
          return { json: { commit: committed(world, person.did) } }
        }),
      }
    case 'GET com.atproto.repo.getRecord':
      return {
        operation: 'status',
        person: person ?? world.network.personNamed(query.get('repo') ?? ''),
        object: query.get('rkey') ?? undefined,
        run: () => getRecord(world, asked),
      }
    case 'GET com.atproto.repo.listRecords':
      return { operation: 'list', person, run: () => listRecords(world, asked) }
    default:
      return undefined
  }
}

export const audienceOf = (url: string): string => `did:web:${hostOf(url)}`

// The owner `demo` of a fresh data directory: made with the operator's command, as anyone would make one.
import { joinTeam } from './demo-people.ts'
import type { SimulatedPlatform } from './engines/platforms.ts'
import { SIMULATED_IDS, type SimulatedId, simulatorOf } from './fake-platforms/registry.ts'
import { openOperator } from './operator.ts'
import type { UserPool } from './services/provider.ts'
import type { DemoAccount, SignIn } from './session.ts'
import type { State } from './state.ts'

const NAME = 'demo'

/** The accounts that are connected before all others. */
const FIRST = SIMULATED_IDS.slice(0, 2)
const isFirst = (id: SimulatedId): boolean => FIRST.includes(id)

export interface Demo {
  owner_id: string
  api_key: string
  key_id: string
  accounts: DemoAccount[]
  sign_in?: SignIn & { viewer: SignIn }
}

/** Runs one command of the operator. @param input for its standard input. @throws {Error} with the reason it gives. */
type Admin = <T>(words: readonly string[], input?: string) => Promise<T>

/** Nothing is started before the first command: most starts find all that there is to make. */
function openAdmin(dataDir: string): { admin: Admin; end(): void } {
  const operator = openOperator()
  const admin = async <T>(words: readonly string[], input?: string): Promise<T> => {
    try {
      return (await operator.run([...words, '--local', dataDir, '--json'], input)) as T
    } catch (error) {
      throw new Error(`${words.slice(0, 2).join(' ')}: ${(error as Error).message}`)
    }
  }
  return { admin, end: operator.end }
}

type Made = Pick<Demo, 'owner_id' | 'api_key' | 'key_id'>
interface ConnectedAccount {
  id: string
  external_username: string
}

async function makeKey(admin: Admin): Promise<Made> {
  // A start that was cut short may have made the owner already; without its key it is of no use yet.
  const refused = await admin(['owner', 'create', NAME]).then(
    () => undefined,
    (error: Error) => error,
  )
  try {
    const { owner_id, api_key, key_id } = await admin<Made>(['key', 'create', '--owner', NAME, '--label', NAME])
    return { owner_id, api_key, key_id }
  } catch (error) {
    throw refused ?? error
  }
}

/** The people who work with the dashboard of the owner `demo`. */
const PEOPLE = { admin: 'demo@example.com', viewer: 'viewer@example.com' } as const

/** Invites and joins, as anyone would: by the operator's command, the sign-in page and the link. */
async function makePeople(
  admin: Admin,
  { state, dashboard, users, progress }: Surroundings,
): Promise<Pick<Demo, 'sign_in'>> {
  if (!users) return {}
  const joined = state.collection<string>('demo-people')
  await Promise.all(
    Object.entries(PEOPLE).map(async ([role, email]) => {
      if (joined.get(email)) return
      progress(`inviting ${email} as ${role} of the owner demo`)
      const words = ['member', 'invite', '--owner', NAME, '--email', email, '--role', role]
      const refused = await admin<{ url: string }>(words).then(
        ({ url }) => joinTeam(dashboard, url, users.user(email)),
        (error: Error) => error,
      )
      // A start that was cut short may have come this far already.
      if (refused instanceof Error && !/belongs to the team/.test(refused.message)) throw refused
      joined.put(email, role)
    }),
  )
  const signInOf = (email: string): SignIn => ({ email, password: users.user(email).password })
  return { sign_in: { ...signInOf(PEOPLE.admin), viewer: signInOf(PEOPLE.viewer) } }
}

/** The parts of the local run that the demo owner is made with. */
interface Surroundings {
  state: State
  simulated: Partial<Record<SimulatedId, SimulatedPlatform>>
  /** The address of the dashboard. */
  dashboard: string
  /** Absent where the stack has no user pool. */
  users: UserPool | undefined
  /** Whether the service lets a key in. */
  knows: (secret: string) => Promise<boolean>
  progress: (line: string) => void
}

/** Makes what is not there yet; what an earlier start made is kept. */
export async function prepareDemo(dataDir: string, surroundings: Surroundings): Promise<Demo> {
  const { admin, end } = openAdmin(dataDir)
  try {
    return await makeDemo(admin, surroundings)
  } finally {
    end()
  }
}

/** The owner was deleted, and all that it had: it is made once more. */
function forgetOwned(state: State): void {
  const accounts = state.collection<DemoAccount>('demo-accounts')
  for (const platform of SIMULATED_IDS) {
    for (let count = 1; accounts.delete(placeName(platform, count)); count += 1);
  }
  const joined = state.collection<string>('demo-people')
  for (const email of Object.values(PEOPLE)) joined.delete(email)
}

/** Under which name an account is noted: a sign-in may give several. */
const placeName = (platform: SimulatedId, count: number): string => (count === 1 ? platform : `${platform} ${count}`)

async function makeDemo(admin: Admin, surroundings: Surroundings): Promise<Demo> {
  const { state, simulated, knows, progress } = surroundings
  const keys = state.collection<Made>('demo')
  const accounts = state.collection<DemoAccount>('demo-accounts')
  let made = keys.get(NAME)
  // The ready line gives a key that works, also after somebody rotated or revoked the one before.
  const ended = made !== undefined && !(await knows(made.api_key))
  if (!made || ended) {
    progress(ended ? 'the key of the owner demo has ended: making another' : 'making the owner demo with a key')
    const before = made
    made = await makeKey(admin)
    if (before && before.owner_id !== made.owner_id) forgetOwned(state)
    keys.put(NAME, made)
  }
  const connect = async (platform: SimulatedId): Promise<void> => {
    const given = simulated[platform]
    if (!given || accounts.get(platform)) return
    progress(`connecting an account of ${platform}`)
    const { connect: wordsFor = () => ['--access-token', '-'] } = simulatorOf(platform)
    const words = ['account', 'connect', '--owner', NAME, '--platform', platform, ...wordsFor(given.url)]
    const answer = await admin<ConnectedAccount | { accounts: ConnectedAccount[] }>(words, given.token)
    const connected = 'accounts' in answer ? answer.accounts : [answer]
    for (const [at, { id, external_username }] of connected.entries())
      accounts.put(placeName(platform, at + 1), { id, platform, username: external_username })
  }
  const [people] = await Promise.all([
    makePeople(admin, surroundings),
    // A test that takes the first accounts of the list takes these, whatever platforms are added.
    Promise.all(FIRST.map(connect)).then(() => Promise.all(SIMULATED_IDS.filter((id) => !isFirst(id)).map(connect))),
  ])
  const places: readonly string[] = SIMULATED_IDS
  const placeOf = ({ platform }: DemoAccount): number => places.indexOf(platform)
  const ordered = accounts.all().sort((one, other) => placeOf(one) - placeOf(other))
  return { ...made, accounts: ordered, ...people }
}

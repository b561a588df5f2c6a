// Every command of the operator, in the order of the help. The code of a command is loaded when it is called, so that none waits for
// the packages of the others.
import { OLD_SECRET_HOURS } from '../../core/api-keys/rules/old-secret.ts'
import { ROLES } from '../../core/api-keys/rules/roles.ts'
import { factsOf, PLATFORM_IDS } from '../../core/platforms/facts.ts'
import { type Command, momentOf, WrongCall } from './command.ts'
import { LISTED } from './listed.ts'

const owners = () => import('./owners.ts')
const members = () => import('./members.ts')
const keys = () => import('./keys.ts')
const authorizing = () => import('./authorizing.ts')
const accounts = () => import('./accounts.ts')
const publishing = () => import('./publishing.ts')
const exporting = () => import('./exporting.ts')
const audits = () => import('./audit.ts')
const doctors = () => import('./doctor.ts')
const people = () => import('./people.ts')
const storage = () => import('./storage.ts')
const recovering = () => import('./recovering.ts')

const OWNER = { value: 'NAME', required: true }
const EMAIL = { value: 'ADDRESS', required: true }
const PLATFORM = { value: PLATFORM_IDS.join('|'), required: true, allowed: PLATFORM_IDS }

const KEPT_HOURS = OLD_SECRET_HOURS.map(String)

/** A time in UTC as the call has it, and by this machine's clock: a local time with a Z is seen before it does harm. */
const inBothClocks = (time = ''): string => {
  const local = new Date(time).toLocaleString('sv', { timeZoneName: 'longOffset' })
  return `${time} (${local} by the clock of this machine)`
}

/** Clocks of machines differ. */
const CLOCKS_MS = 60_000

/** Whether a platform has passwords for apps, and the call gives no token. */
function byPassword(options: Readonly<Record<string, string | undefined>>): boolean {
  const platform = PLATFORM_IDS.find((id) => id === options.platform)
  const ways: readonly string[] = platform ? factsOf(platform).sign_in.ways : []
  return ways.includes('password') && options['access-token'] === undefined
}
const byToken = (options: Readonly<Record<string, string | undefined>>): boolean =>
  !byPassword(options) && options['app-password'] === undefined

export const COMMANDS: readonly Command[] = [
  {
    name: 'owner create',
    summary: 'makes an owner; --rate-limit-max as for owner set',
    words: ['name'],
    options: { 'rate-limit-max': { value: 'N' } },
    run: async (call) => (await owners()).create(call),
  },
  {
    name: 'owner list',
    summary: 'lists owners, the oldest first',
    words: [],
    options: {},
    run: async () => (await owners()).list(),
  },
  {
    name: 'owner set',
    summary:
      'sets the highest rate, in requests a minute, of keys created in the dashboard, and how many GB of files the owner may store',
    words: ['name'],
    options: { 'rate-limit-max': { value: 'N' }, 'storage-gb': { value: 'N' } },
    run: async (call) => (await owners()).set(call),
  },
  {
    name: 'owner export',
    summary: "writes all of an owner's data and files to a folder; if it broke off, run it again to continue",
    words: ['name'],
    options: { to: { value: 'FOLDER', required: true } },
    run: async (call) => (await exporting()).exportAll(call),
  },
  {
    name: 'owner delete',
    summary: 'deletes an owner with everything that belongs to it; if it broke off, run it again to continue',
    words: ['name'],
    options: {},
    destroys: {
      says: ({ words }) =>
        `This deletes the owner ${words.name} for good: keys, webhooks, accounts with their tokens, files, posts, figures, its team, and the people who belong to no other owner. Live posts stay on the platforms. To keep the data, run owner export first.`,
      always: true,
    },
    run: async (call) => (await owners()).remove(call),
  },
  {
    name: 'member invite',
    summary:
      'invites a person to the dashboard, as admin unless --role says otherwise; an owner needs one who can invite the others',
    words: [],
    options: { owner: OWNER, email: EMAIL, role: { value: ROLES.join('|'), allowed: ROLES } },
    run: async (call) => (await members()).add(call),
  },
  {
    name: 'member list',
    summary: 'lists members and open invitations',
    words: [],
    options: { owner: OWNER },
    run: async (call) => (await members()).list(call),
  },
  {
    name: 'member remove',
    summary: 'removes a member from the next request on, or withdraws an invitation',
    words: [],
    options: { owner: OWNER, email: EMAIL },
    destroys: {
      says: ({ options }) =>
        `${options.email} loses access to ${options.owner}. Keys, webhooks and accounts that they made keep working.`,
    },
    run: async (call) => (await members()).remove(call),
  },
  {
    name: 'person delete',
    summary: 'deletes a person from every team, with sessions and the user that signs in; member list shows the id',
    words: ['person-id'],
    options: {},
    destroys: {
      says: ({ words }) =>
        `This deletes the person ${words['person-id']} for good: memberships, sessions, name, address and the user that signs in. Keys, webhooks and accounts that they made keep working.`,
      always: true,
    },
    run: async (call) => (await people()).remove(call),
  },
  {
    name: 'key create',
    summary: 'issues an API key, shown this once; --rate-limit in requests a minute, 60 by default',
    words: [],
    options: { owner: OWNER, 'rate-limit': { value: 'N' }, label: { value: 'TEXT' } },
    run: async (call) => (await keys()).create(call),
  },
  {
    name: 'key list',
    summary: 'lists keys, without secrets',
    words: [],
    options: { owner: OWNER },
    run: async (call) => (await keys()).list(call),
  },
  {
    name: 'key rotate',
    summary: 'gives a key a new secret; the old one stops working at once, or lives on for --keep-old-hours',
    words: ['key-id'],
    options: { 'keep-old-hours': { value: KEPT_HOURS.join('|'), allowed: KEPT_HOURS } },
    destroys: {
      says: ({ options: { 'keep-old-hours': hours = '0' } }) =>
        hours === '0'
          ? 'The current secret of the key stops working at once: programs that use it are refused.'
          : `The current secret of the key stops working ${hours === '1' ? 'in an hour' : `in ${hours} hours`}, and one that was replaced before at once: programs that use it then are refused.`,
    },
    run: async (call) => (await keys()).rotate(call),
  },
  {
    name: 'key revoke',
    summary: 'stops a key for good',
    words: ['key-id'],
    options: {},
    destroys: { says: () => 'The key stops working at once and for good: programs that use it are refused.' },
    run: async (call) => (await keys()).revoke(call),
  },
  {
    name: 'account authorize',
    summary:
      "prints the address of the platform's consent page, and connects the account that agrees there; needs --host for Mastodon and --handle for Bluesky",
    words: [],
    options: {
      owner: OWNER,
      platform: PLATFORM,
      'redirect-uri': { value: 'URI' },
      host: { value: 'URL' },
      handle: { value: 'HANDLE' },
    },
    check: ({ options }) => {
      const platform = PLATFORM_IDS.find((id) => id === options.platform)
      const asks = platform && factsOf(platform).sign_in.asks
      if (platform && asks !== undefined && options[asks] === undefined)
        throw new WrongCall(
          `account authorize needs --${asks} for ${factsOf(platform).display_name}: ${asks === 'host' ? 'the server that the account is on' : 'the name of the account'}.`,
        )
    },
    run: async (call) => (await authorizing()).authorize(call),
  },
  {
    name: 'account finish-authorization',
    summary: 'connects the account that agreed, with the address that the browser was redirected to',
    words: [],
    options: { owner: OWNER, 'redirected-to': { value: 'ADDRESS', required: true, secret: 'spent' } },
    run: async (call) => (await authorizing()).finishAuthorization(call),
  },
  {
    name: 'account connect',
    summary:
      'connects the account or accounts that an access token gives access to; Bluesky takes --identifier and --app-password instead, Mastodon needs --host, and --page names the Pages of Facebook (all by default)',
    words: [],
    options: {
      owner: OWNER,
      platform: PLATFORM,
      'access-token': { value: 'TOKEN', secret: 'lasting', neededWith: byToken },
      identifier: { value: 'HANDLE' },
      'app-password': { value: 'PASSWORD', secret: 'lasting', neededWith: byPassword },
      host: { value: 'URL' },
      page: { value: 'ID', several: true },
    },
    run: async (call) => (await accounts()).connect(call),
  },
  {
    name: 'account list',
    summary: 'lists connected accounts',
    words: [],
    options: { owner: OWNER },
    run: async (call) => (await accounts()).list(call),
  },
  {
    name: 'account disconnect',
    summary: 'disconnects an account; posts that were still to be published there fail',
    words: ['account-id'],
    options: {},
    destroys: {
      says: () =>
        'The access token is erased. Posts that are scheduled or being published there fail; live posts stay on the platform.',
    },
    run: async (call) => (await accounts()).disconnect(call),
  },
  {
    name: 'account add-listed',
    summary: 'records an account on a platform that this service lists but cannot publish to',
    words: [],
    options: {
      owner: OWNER,
      platform: { value: LISTED.join('|'), required: true, allowed: LISTED },
      username: { value: 'NAME', required: true },
    },
    run: async (call) => (await accounts()).addToList(call),
  },
  {
    name: 'audit',
    summary:
      'lists what was changed for an owner, by whom and from where, the latest 100 unless --limit says otherwise',
    words: [],
    options: { owner: OWNER, since: { value: 'DATE' }, limit: { value: 'N' } },
    run: async (call) => (await audits()).audit(call),
  },
  {
    name: 'publish pause',
    summary: 'stops the publish worker: posts are accepted and wait',
    words: [],
    options: {},
    destroys: { says: () => 'Nothing is published until publish resume: posts that become due meanwhile are late.' },
    run: async () => (await publishing()).pause(),
  },
  {
    name: 'publish resume',
    summary: 'starts the publish worker again',
    words: [],
    options: {},
    run: async () => (await publishing()).resume(),
  },
  {
    name: 'publish redrive',
    summary: 'sends the dead letters of the publish queue again',
    words: [],
    options: {},
    run: async (call) => (await publishing()).redrive(call),
  },
  {
    name: 'recover',
    summary: 'after the table was restored: asks platforms what is live, so that nothing is published twice',
    words: [],
    options: { since: { value: 'TIME', required: true } },
    destroys: {
      says: ({ options }) =>
        `All open publications are compared with the platforms since ${inBothClocks(options.since)}. Those that are live are marked as published; those that were due and whose outcome cannot be known end as outcome_unknown, and are not published by themselves any more.`,
      always: true,
    },
    check: ({ options }) => void momentOf('since', options.since),
    run: async (call) => (await recovering()).recover(call),
  },
  {
    name: 'storage check',
    summary:
      'finds files without a row in the table, and rows without their file; --repair corrects both, and first copies the files that it removes to --keep. Only files older than 20 minutes, or than --stored-before, are checked',
    words: [],
    options: { repair: { value: '', flag: true }, keep: { value: 'FOLDER' }, 'stored-before': { value: 'TIME' } },
    destroys: {
      says: ({ options }) =>
        options.repair === undefined
          ? undefined
          : `Objects without a row are removed from the bucket${options.keep === undefined ? ', for good: with --keep FOLDER they are copied there first' : `, copied to ${options.keep} first`}. Media whose file is gone are marked deleted.`,
      always: true,
    },
    check: ({ options }) => {
      const before = momentOf('stored-before', options['stored-before'])
      // Such as a local time with a Z. What is uploaded while the repair runs has its object before its row, and would be removed.
      if (before !== undefined && before > Date.now() + CLOCKS_MS)
        throw new WrongCall(
          '--stored-before must be a time in the past, in UTC: files that come later may be uploads under way.',
        )
      if (options.keep !== undefined && options.repair === undefined)
        throw new WrongCall('storage check takes --keep only with --repair: without it nothing is removed.')
    },
    run: async (call) => (await storage()).check(call),
  },
  {
    name: 'doctor',
    summary:
      'looks at the running service: what is broken, what will break and when; exit code 1 where something is broken',
    words: [],
    options: {},
    run: async (call) => (await doctors()).doctor(call),
  },
]

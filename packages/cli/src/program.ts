// The commands: what each is called, takes and does. Everything that leaves the process goes through `World`.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  createPublisher,
  type PostType,
  type Publisher,
  PublisherError,
  type Schemas,
  Unreachable,
} from '@social-publisher/client'
import { Argument, Command, CommanderError, Option } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { candidates, completionScript } from './completion.ts'
import { configFile, readProfile, removeProfile, saveProfile, serviceUrl } from './config.ts'
import { readMedia, storeMedium } from './files.ts'
import { outcomes, plain, postsTable, progressBar, type Streams, table } from './output.ts'
import { COLUMNS, note, type Row, readJournal, readPlan, titleFrom } from './plan.ts'
import { EXIT, exitCodeOf, problemJson, problemText, WrongCall } from './problem.ts'
import { chooseAccounts, nameOf } from './targets.ts'
import { readTime, timeText } from './times.ts'

export interface World extends Streams {
  env: Readonly<Record<string, string | undefined>>
  /** All of standard input. */
  input(): Promise<string>
  /** Asks a person; what is typed is not shown. Undefined where there is nobody to ask. */
  askSecret?: (question: string) => Promise<string>
  signal?: AbortSignal
  now(): Date
}

const TYPES = ['feed', 'reels', 'stories', 'text'] as const
const STATES = ['scheduled', 'publishing', 'published', 'partially_failed', 'failed', 'cancelled', 'expired'] as const
const SHOWN = 20
const BAD_ENDS = ['failed', 'partially_failed', 'cancelled']

interface PostOptions {
  text?: string
  title?: string
  media?: string[]
  alt?: string[]
  hashtags?: string
  to: string
  at?: string
  notAfter?: string
  options?: string
  crop?: '1:1' | '4:5'
  stopOnFailure?: boolean
  key?: string
  check?: boolean
  wait?: boolean
}

const collect = (value: string, before: string[] = []) => [...before, value]

function positive(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new WrongCall(`${text} is not a whole number from 1.`)
  return number
}

function jsonOf(text: string): object {
  const source = text.startsWith('@') ? readFileSync(text.slice(1), 'utf8') : text
  try {
    const value: unknown = JSON.parse(source)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Told below, like every other value that is no object.
  }
  throw new WrongCall('--options is not a JSON object, such as {"threads":{"topic_tag":"beach"}}, nor @FILE with one.')
}

/** Runs one call. @returns the exit code. */
export async function run(words: readonly string[], world: World): Promise<number> {
  let exitCode = 0
  const program = new Command('publisher')
  const json = () => program.opts<{ json?: boolean }>().json === true
  /** The answer: text for people, a value for programs. */
  const answer = (value: unknown, text: string) => world.out(`${json() ? JSON.stringify(value) : text}\n`)
  const tell = (line: string) => {
    if (!json()) world.err(`${line}\n`)
  }
  const file = () => configFile(world.env)
  const profileName = () => program.opts<{ profile?: string }>().profile

  const publisher = async (): Promise<Publisher> => {
    const { url, key } = await readProfile(world.env, file(), profileName())
    // Each waits as long as the service asks: a plan has more rows than a key has requests in a minute.
    return createPublisher({
      baseUrl: url,
      apiKey: key,
      retries: 5,
      headers: { 'User-Agent': `publisher-cli/${manifest.version}` },
    })
  }
  const namesOf = (accounts: readonly Schemas['Account'][]) => new Map(accounts.map((each) => [each.id, nameOf(each)]))
  const textOf = async (given: string | undefined) => (given === '-' ? (await world.input()).replace(/\n$/, '') : given)

  async function watch(service: Publisher, id: string, timeoutSeconds: number): Promise<void> {
    const names = namesOf(await service.accounts())
    const post = await service.settled(id, {
      timeoutMs: timeoutSeconds * 1000,
      everyMs: 1000,
      signal: world.signal,
      onChange: (now) => tell(outcomes(now, names)),
    })
    answer(post, BAD_ENDS.includes(post.status) ? 'Not live on every account.' : 'Live on every account.')
    if (BAD_ENDS.includes(post.status)) exitCode = EXIT.notPublished
  }

  program
    .description('Publish to your social media accounts through your own Social Publisher.')
    .version(manifest.version)
    .addOption(new Option('--json', 'one JSON value on standard output, also for refusals on standard error'))
    .addOption(new Option('--profile <name>', 'which sign-in to use, where there are several'))
    .configureOutput({ writeOut: world.out, writeErr: world.err })
    .showSuggestionAfterError()
    .addHelpText(
      'after',
      `
Exit codes: 0 done; ${EXIT.failed} refused or failed; ${EXIT.wrongCall} wrong call; ${EXIT.notSignedIn} no valid key; ${EXIT.unreachable} no answer; ${EXIT.notPublished} not live on every account; ${EXIT.timeout} not ended in time.
The environment variables PUBLISHER_URL and PUBLISHER_API_KEY are used in place of a sign-in.

  publisher login https://abc.execute-api.eu-central-1.amazonaws.com
  publisher post feed --media a.jpg,b.jpg --text "At the beach" --to @studio --at "tomorrow 9:00"`,
    )

  program
    .command('login')
    .description('keep the address of your service and a key, in a file that only you can read')
    .argument('<url>', 'address of the API, without /api')
    .option('--key-stdin', 'read the key from standard input')
    .action(async (given: string, { keyStdin }: { keyStdin?: boolean }) => {
      const url = serviceUrl(given)
      if (!keyStdin && !world.askSecret)
        throw new WrongCall('There is no terminal to ask for the key. Use --key-stdin.')
      const key = (keyStdin ? await world.input() : await world.askSecret!('API key: ')).trim()
      if (key === '') throw new WrongCall('The key is empty.')
      const accounts = await createPublisher({ baseUrl: url, apiKey: key }).accounts()
      await saveProfile(file(), profileName() ?? 'default', { url, key })
      answer(
        { url, config: file(), accounts: accounts.length },
        `Signed in to ${url}, with ${accounts.length} accounts. Kept in ${file()}.`,
      )
    })

  program
    .command('logout')
    .description('remove the key from this machine; it stays valid until it is revoked')
    .action(async () => {
      const removed = await removeProfile(file(), profileName() ?? 'default')
      answer({ removed }, removed ? 'Signed out.' : 'There was no key.')
    })

  program
    .command('accounts')
    .description('list the accounts that posts can go to')
    .action(async () => {
      const accounts = await (await publisher()).accounts()
      const rows = accounts.map((each) => [nameOf(each), each.external_name, each.id])
      answer(accounts, rows.length === 0 ? 'No account is connected.' : table(['account', 'name', 'id'], rows))
    })

  program
    .command('upload')
    .description('store files, or the files at addresses')
    .argument('<file...>', 'files or addresses')
    .option('--title <text>')
    .option('--alt <text>', 'description for people who cannot see it')
    .action(async (given: string[], { title, alt }: { title?: string; alt?: string }) => {
      const media = given.flatMap((word) => readMedia([word]))
      const service = await publisher()
      const onProgress = progressBar(json() ? { ...world, err: () => undefined } : world)
      const stored: unknown[] = []
      for (const medium of media)
        stored.push(
          await storeMedium(service, medium, {
            key: randomUUID(),
            about: { title, description: alt },
            onProgress,
            signal: world.signal,
          }),
        )
      const rows = (stored as Schemas['UploadedMedia'][]).map(({ id, content_type, title: name }) => [
        id,
        content_type ?? '',
        name ?? '',
      ])
      answer(stored, table(['id', 'type', 'title'], rows))
    })

  program
    .command('post')
    .description('post to accounts, now or later')
    .addArgument(new Argument('<type>', 'what it becomes').choices(TYPES))
    .requiredOption(
      '--to <accounts>',
      'accounts, separated by commas: @studio, instagram:studio, threads, all, or an id',
    )
    .option('-t, --text <text>', 'the text; - reads standard input')
    .option('--title <text>', 'title of a feed post in this service; the first line of the text if left out')
    .option('-m, --media <files>', 'files, addresses or ids, separated by commas; may be repeated', collect)
    .option('--alt <text>', 'description of a medium, in their order; may be repeated', collect)
    .option('--hashtags <words>', 'separated by commas or spaces')
    .option('--at <time>', '"tomorrow 9:00", "in 2 hours", "2026-12-24 18:00", or next-slot')
    .option('--not-after <time>', 'do not publish what could not begin by then')
    .option('--options <json>', 'options of the platforms: a JSON object, or @FILE')
    .addOption(new Option('--crop <ratio>', 'crop pictures').choices(['1:1', '4:5']))
    .option('--stop-on-failure', 'all accounts or none')
    .option('--key <key>', 'the same key posts once within 24 hours, however often the command runs')
    .option('--check', 'check everything, and publish nothing')
    .option('--wait', 'wait until it is live, and say what came of it')
    .action((type: PostType, options: PostOptions) => post(type, options))

  async function post(type: PostType, options: PostOptions): Promise<void> {
    const now = world.now()
    const media = readMedia(options.media ?? [])
    const at = options.at === undefined ? undefined : readTime(options.at, now)
    const notAfter = options.notAfter === undefined ? undefined : readTime(options.notAfter, now)
    if (notAfter === 'next_slot') throw new WrongCall('--not-after takes a time.')
    const more = options.options === undefined ? undefined : jsonOf(options.options)
    const content = await textOf(options.text)
    const service = await publisher()
    const accounts = await service.accounts()
    const chosen = chooseAccounts(options.to, accounts)
    const key = options.key ?? randomUUID()
    const onProgress = progressBar(json() ? { ...world, err: () => undefined } : world)
    const ids: string[] = []
    for (const [nth, medium] of media.entries()) {
      const about = { description: options.alt?.[nth] }
      ids.push(
        (await storeMedium(service, medium, { key: `${key}-media-${nth}`, about, onProgress, signal: world.signal }))
          .id,
      )
    }
    const body = {
      ...(type === 'feed'
        ? { title: options.title || titleFrom(content ?? '') || 'Untitled' }
        : options.title
          ? { title: options.title }
          : {}),
      ...(content === undefined ? {} : { content }),
      ...(options.hashtags ? { hashtags: options.hashtags.split(/[\s,]+/).filter(Boolean) } : {}),
      ...(ids.length > 0
        ? {
            media: {
              media_asset_ids: ids,
              ...(options.crop ? { smart_transform: { enabled: true, aspect_ratio: options.crop } } : {}),
            },
          }
        : {}),
      accounts: chosen,
      ...(at === undefined ? {} : { scheduled_at: at }),
      ...(notAfter === undefined ? {} : { not_after: notAfter }),
      ...(options.stopOnFailure ? { on_failure: 'stop' } : {}),
      ...(more ? { options: more } : {}),
    } as never
    if (typeof at === 'number') tell(`For ${timeText(at)}.`)
    if (options.check) {
      const preview = await service.validate(type, body)
      const lines = preview.accounts.flatMap(({ name, platform, valid, problems, warnings }) => [
        `${platform}:${plain(name)}  ${valid ? 'can be published' : 'cannot be published'}`,
        ...[...problems, ...warnings].map(({ code, message }) => `  ${message} (${code})`),
      ])
      answer(preview, lines.join('\n'))
      if (!preview.valid) exitCode = EXIT.failed
      return
    }
    const { id, message } = await service
      .post(type, body, { idempotencyKey: key, signal: world.signal })
      .catch((error: unknown) => {
        if (!(error instanceof Unreachable)) throw error
        throw new Unreachable(
          `${error.message}\nThe post may have been accepted. The same command with --key ${key} posts it once.`,
          { cause: error },
        )
      })
    if (options.wait && at === undefined) {
      tell(message)
      return watch(service, id, 600)
    }
    answer({ id, message, idempotency_key: key }, `${message}\n${id}`)
  }

  program
    .command('posts')
    .description('list posts, newest first')
    .addOption(new Option('--status <state>').choices(STATES))
    .addOption(new Option('--type <type>').choices(TYPES))
    .option('--account <account>', 'only of this account')
    .option('-n, --limit <count>', 'how many', positive, SHOWN)
    .action(
      async ({
        status,
        type,
        account,
        limit,
      }: {
        status?: (typeof STATES)[number]
        type?: PostType
        account?: string
        limit: number
      }) => {
        const service = await publisher()
        const [of] = account === undefined ? [] : chooseAccounts(account, await service.accounts())
        const posts: Schemas['PostSummary'][] = []
        for await (const each of service.posts({ status, type, account: of, limit: Math.min(limit, 100) })) {
          posts.push(each)
          if (posts.length >= limit) break
        }
        answer(posts, postsTable(posts))
      },
    )

  program
    .command('watch')
    .description('show what becomes of a post, until it has ended on every account')
    .argument('<id>')
    .option('--timeout <seconds>', 'give up after', positive, 600)
    .action(async (id: string, { timeout }: { timeout: number }) => watch(await publisher(), id, timeout))

  const path = (id: string) => ({ params: { path: { id } }, signal: world.signal })
  const done = async (asked: Promise<{ data?: { message: string }; error?: unknown; response: Response }>) => {
    const { data, error, response } = await asked
    if (!data) throw new PublisherError(response, error)
    answer(data, data.message)
  }
  program
    .command('cancel')
    .description('cancel a post that has not begun')
    .argument('<id>')
    .action(async (id: string) => done((await publisher()).DELETE('/v1/posts/{id}', path(id))))
  program
    .command('retry')
    .description('publish again on the accounts where it failed for a reason that can pass')
    .argument('<id>')
    .action(async (id: string) =>
      done((await publisher()).POST('/v1/posts/{id}/retry', { ...path(id), params: { path: { id }, header: {} } })),
    )

  program
    .command('usage')
    .description('show how many requests and jobs there were')
    .option('--days <count>', 'of the last days', positive, 30)
    .action(async ({ days }: { days: number }) => {
      const from = world.now().getTime() - days * 24 * 3_600_000
      const { data, error, response } = await (await publisher()).GET('/v1/usage', {
        params: { query: { start_date: from } },
      })
      if (!data) throw new PublisherError(response, error)
      const { api_usage: api, job_usage: jobs } = data.data
      answer(
        data.data,
        table(
          [`last ${days} days`, 'total', 'good', 'failed'],
          [
            ['requests', String(api.total_requests), String(api.successful_requests), String(api.failed_requests)],
            ...jobs.by_job_type.map(({ job_type, total, completed, failed }) => [
              job_type,
              String(total),
              String(completed),
              String(failed),
            ]),
          ],
        ),
      )
    })

  program
    .command('import')
    .description(`post every row of a CSV file with the columns ${COLUMNS.join(', ')}`)
    .argument('<plan>', 'CSV file; media are files beside it, addresses or ids')
    .option('--dry-run', 'show the problems of every row; upload and publish nothing')
    .action((plan: string, { dryRun }: { dryRun?: boolean }) => importPlan(plan, dryRun === true))

  /** Asks the service about a row, as far as it can be asked without storing its media. */
  async function check(service: Publisher, { draft, problems }: Row): Promise<string[]> {
    if (!draft || draft.media.some(({ kind }) => kind !== 'id')) return problems
    const media = draft.media.flatMap((each) => (each.kind === 'id' ? [each.id] : []))
    const body = { ...draft.body, ...(media.length > 0 ? { media: { media_asset_ids: media } } : {}) } as never
    try {
      const { accounts } = await service.validate(draft.type, body)
      return accounts.flatMap((account) => account.problems.map(({ message }) => `${account.platform}: ${message}`))
    } catch (error) {
      if (error instanceof PublisherError && error.status === 400) return error.issues.map(({ message }) => message)
      throw error
    }
  }

  async function importPlan(plan: string, dryRun: boolean): Promise<void> {
    const service = await publisher()
    const rows = await readPlan(plan, await service.accounts(), world.now())
    const posted = await readJournal(plan)
    const results: {
      line: number
      status: 'ok' | 'problem' | 'posted' | 'posted_before'
      id?: string
      problems?: string[]
    }[] = []
    const show = (result: (typeof results)[number]) => {
      results.push(result)
      const { line, status, id, problems = [] } = result
      tell(`line ${line}: ${[status.replaceAll('_', ' '), id, problems.join(' ')].filter(Boolean).join('  ')}`)
    }
    const wrong = rows.some(({ problems }) => problems.length > 0)
    for (const row of rows) {
      const before = posted.get(row.key)
      if (before) {
        show({ line: row.line, status: 'posted_before', id: before })
        continue
      }
      if (dryRun || wrong) {
        const problems = dryRun ? await check(service, row) : row.problems
        show({
          line: row.line,
          status: problems.length > 0 ? 'problem' : 'ok',
          ...(problems.length > 0 ? { problems } : {}),
        })
        continue
      }
      try {
        const { type, body, media, alt } = row.draft!
        const ids: string[] = []
        for (const [nth, medium] of media.entries())
          ids.push(
            (
              await storeMedium(service, medium, {
                key: `${row.key}-${nth}`,
                about: { description: alt[nth] },
                signal: world.signal,
              })
            ).id,
          )
        const whole = { ...body, ...(ids.length > 0 ? { media: { media_asset_ids: ids } } : {}) } as never
        const { id } = await service.post(type, whole, { idempotencyKey: row.key, signal: world.signal })
        await note(plan, row.key, id)
        show({ line: row.line, status: 'posted', id })
      } catch (error) {
        // A failure of one row; a key that is not valid, or a service that is away, ends the import.
        if (!(error instanceof PublisherError) || error.status === 401) throw error
        show({
          line: row.line,
          status: 'problem',
          problems: error.issues.length > 0 ? error.issues.map(({ message }) => message) : [error.message],
        })
      }
    }
    const bad = results.filter(({ status }) => status === 'problem').length
    const what = dryRun
      ? 'Nothing was posted: this was a dry run.'
      : wrong
        ? 'Nothing was posted: first correct the rows with problems.'
        : `${results.filter(({ status }) => status === 'posted').length} posted.`
    answer(results, `${results.length} rows, ${bad} with problems. ${what}`)
    if (bad > 0) exitCode = EXIT.failed
  }

  program
    .command('completion')
    .description('print the completion of a shell, to be sourced: source <(publisher completion bash)')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .action((shell: string) => world.out(completionScript(shell)))
  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .helpOption(false)
    .action((given: string[]) => {
      world.out(
        candidates(program, given)
          .map((word) => `${word}\n`)
          .join(''),
      )
    })

  const all = [program, ...program.commands]
  for (const command of all) command.exitOverride()
  program.enablePositionalOptions(false)
  // Options of all commands may stand after the command too.
  for (const command of program.commands) {
    if (command.name() === '__complete') continue
    command.addOption(new Option('--json').hideHelp()).addOption(new Option('--profile <name>').hideHelp())
    command.hook('preAction', (_, acting) => {
      const { json: inner, profile } = acting.opts<{ json?: boolean; profile?: string }>()
      if (inner) program.setOptionValue('json', true)
      if (profile !== undefined) program.setOptionValue('profile', profile)
    })
  }

  try {
    if (words[0] === '__complete')
      world.out(
        candidates(program, words.slice(1))
          .map((word) => `${word}\n`)
          .join(''),
      )
    else await program.parseAsync([...words], { from: 'user' })
    return exitCode
  } catch (error) {
    // Help and versions are no failures; what was wrong with the call has been said.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.wrongCall
    world.err(
      json() || words.includes('--json') ? `${JSON.stringify(problemJson(error))}\n` : `${problemText(error)}\n`,
    )
    return exitCodeOf(error)
  }
}

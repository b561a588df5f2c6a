// Uploading files, and posting.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { PostType } from '@social-publisher/client'
import { Argument, Option } from 'commander'
import { type Call, TYPES, watch } from '../call.ts'
import { readMedia, storeMedium } from '../files.ts'
import { type Streams, skippedAs, table } from '../output.ts'
import { oneLine } from '../plain.ts'
import { titleFrom } from '../plan.ts'
import { Accepted, EXIT, isKeyUsed, KeyUsed, MayBePosted, mayHaveHappened, Stopped, WrongCall } from '../problem.ts'
import { readText } from '../read-text.ts'
import { chooseAccounts, nameOf } from '../targets.ts'
import { readTime, refusePast, timeText } from '../times.ts'

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

function jsonOf(text: string): object {
  try {
    const source = text.startsWith('@')
      ? readText(readFileSync(text.slice(1)), `The file ${text.slice(1)} of --options`)
      : text
    const value: unknown = JSON.parse(source)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch (error) {
    if (error instanceof WrongCall) throw error
    if (!(error instanceof SyntaxError))
      throw new WrongCall(
        `The file ${text.slice(1)} of --options cannot be read (${(error as NodeJS.ErrnoException).code}).`,
      )
    // Told below, like every other value that is no object.
  }
  throw new WrongCall('--options is not a JSON object, such as {"threads":{"topic_tag":"beach"}}, nor @FILE with one.')
}

/** `upload` and `post`. */
export function addPost(call: Call): void {
  const { program, world, json, answer, tell, publisher, endWith } = call
  const streams = (): Streams => (json() ? { ...world, err: () => undefined } : world)
  const textOf = async (given: string | undefined) =>
    given === '-' ? readText(await world.input(), 'The text on standard input').replace(/\r?\n$/, '') : given
  program
    .command('upload')
    .description('store files, or the files at addresses')
    .argument('<file...>', 'files or addresses')
    .option('--title <text>')
    .option('--alt <text>', 'description for people who cannot see it')
    .action(async (given: string[], { title, alt }: { title?: string; alt?: string }) => {
      const media = given.flatMap((word) => readMedia([word]))
      const service = await publisher()
      const stored: Awaited<ReturnType<typeof storeMedium>>[] = []
      const show = () => {
        const rows = stored.map(({ id, content_type, title: name }) => [id, content_type ?? '', name ?? ''])
        answer(stored, table(['id', 'type', 'title'], rows))
      }
      try {
        for (const medium of media)
          stored.push(
            await storeMedium(service, medium, {
              ...{ key: randomUUID(), about: { title, description: alt } },
              ...{ streams: streams(), signal: world.signal },
            }),
          )
      } catch (error) {
        // Those before are stored: without their ids they would be sent again.
        if (stored.length > 0) show()
        throw error
      }
      show()
    })

  program
    .command('post')
    .description('post to accounts, now or later')
    .addArgument(new Argument('<type>', 'type of the post').choices(TYPES))
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
    .option('--not-after <time>', 'do not publish if it could not begin by then')
    .option('--options <json>', 'options of the platforms: a JSON object, or @FILE')
    .addOption(new Option('--crop <ratio>', 'crop pictures').choices(['1:1', '4:5']))
    .option('--stop-on-failure', 'all accounts or none')
    .option('--key <key>', 'the same key posts once within 24 hours, however often the command runs')
    .option('--check', 'check everything, and publish nothing')
    .option('--wait', 'wait until publishing has ended, and print the result')
    .action((type: PostType, options: PostOptions) => post(type, options))

  async function post(type: PostType, options: PostOptions): Promise<void> {
    const now = world.now()
    // The keys of the files are longer, and the service takes 255 characters.
    if (options.key !== undefined && !/^(?! )[\x20-\x7e]{1,240}(?<! )$/.test(options.key))
      throw new WrongCall('--key takes 1 to 240 letters, digits and signs of ASCII.')
    const media = readMedia(options.media ?? [])
    const descriptions = options.alt?.length ?? 0
    if (descriptions > media.length)
      throw new WrongCall(`There are ${descriptions} descriptions (--alt) for ${media.length} media.`)
    if (options.wait && options.at !== undefined)
      throw new WrongCall('--wait is for posts that are published now: with --at, call publisher watch ID later.')
    const at = options.at === undefined ? undefined : readTime(options.at, now)
    // A command that is repeated with its key is answered as it was the first time.
    if (typeof at === 'number' && options.key === undefined) refusePast('--at', options.at!, at, now)
    const notAfter = options.notAfter === undefined ? undefined : readTime(options.notAfter, now)
    if (notAfter === 'next_slot') throw new WrongCall('--not-after takes a time.')
    const more = options.options === undefined ? undefined : jsonOf(options.options)
    const content = await textOf(options.text)
    const service = await publisher()
    const accounts = await service.accounts(world)
    const chosen = chooseAccounts(options.to, accounts)
    const key = options.key ?? randomUUID()
    const ids: string[] = []
    for (const [nth, medium] of media.entries()) {
      const about = { description: options.alt?.[nth] }
      const storing = { key: `${key}-media-${nth}`, about, streams: streams(), signal: world.signal }
      const { id } = await storeMedium(service, medium, storing).catch((error: unknown) => {
        throw error instanceof Stopped ? new Stopped('Stopped before the post was sent: nothing was posted.') : error
      })
      ids.push(id)
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
      const preview = await service.validate(type, body, world)
      const names = new Map(accounts.map((each) => [each.id, nameOf(each)]))
      const nameFor = (id: string, platform: string) => oneLine(names.get(id) ?? platform)
      const lines = preview.accounts.flatMap(({ account_id, platform, valid, problems, warnings }) => [
        `${nameFor(account_id, platform)}  ${valid ? 'can be published' : 'cannot be published'}`,
        ...[...problems, ...warnings].map(({ code, message }) => `  ${oneLine(message)} (${code})`),
      ])
      for (const id of preview.skipped_accounts) lines.push(`${nameFor(id, id)}  ${skippedAs(type)}`)
      answer(preview, lines.join('\n'))
      if (!preview.valid) endWith(EXIT.failed)
      return
    }
    const { id, message } = await service
      .post(type, body, { idempotencyKey: key, signal: world.signal })
      .catch((error: unknown) => {
        if (isKeyUsed(error)) throw new KeyUsed(key)
        if (!mayHaveHappened(error)) throw error
        // Told by the clock, a time would be another one.
        const times = Object.entries({ '--at': at, '--not-after': notAfter }).flatMap(([option, time]) =>
          typeof time === 'number' ? [option, new Date(time).toISOString()] : [],
        )
        const words = ['--key', key, ...times].join(' ')
        throw new MayBePosted(
          error,
          key,
          `The post may have been accepted. The same command with ${words} posts it once, within 24 hours.`,
        )
      })
    if (options.wait && at === undefined) {
      tell(message)
      return watch(call, service, id, 600).catch((error: unknown) => {
        throw new Accepted(id, error)
      })
    }
    answer({ id, message, idempotency_key: key }, `${message}\n${id}`)
  }
}

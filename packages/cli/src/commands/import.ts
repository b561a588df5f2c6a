// Posting every row of a CSV file.
import { type Publisher, PublisherError } from '@social-publisher/client'
import type { Call } from '../call.ts'
import { storeMedium } from '../files.ts'
import { skippedAs } from '../output.ts'
import { oneLine } from '../plain.ts'
import { COLUMNS, note, openJournal, type Row, readJournal, readPlan, refuseForgotten } from '../plan.ts'
import { EXIT, FileProblem, isKeyUsed, KeyUsed, MayBePosted, mayHaveHappened } from '../problem.ts'
import { nameOf } from '../targets.ts'

/** The key is not valid, or shut out: no other row will be accepted. */
const refusesKey = (error: unknown): boolean => error instanceof PublisherError && [401, 429].includes(error.status)

/** The result of checking a row; `message` names the accounts that are skipped. */
type Checked = Pick<Row, 'problems'> & { message?: string }

/** `import`. */
export function addImport(call: Call): void {
  const { program, world, answer, tell, publisher, endWith } = call
  program
    .command('import')
    .description(`post every row of a CSV file with the columns ${COLUMNS.join(', ')}`)
    .argument('<plan>', 'CSV file; media are files beside it, addresses or ids')
    .option('--dry-run', 'show the problems of every row; upload and publish nothing')
    .action((plan: string, { dryRun }: { dryRun?: boolean }) => importPlan(plan, dryRun === true))

  /** Asks the service about a row, as far as it can be asked without storing its media. */
  async function check(
    service: Publisher,
    { draft, sent, problems }: Row,
    names: ReadonlyMap<string, string>,
  ): Promise<Checked> {
    // A row that was sent before is sent again unchanged, and not checked: its time may have passed.
    if (!draft || sent || draft.media.some(({ kind }) => kind !== 'id')) return { problems }
    const media = draft.media.flatMap((each) => (each.kind === 'id' ? [each.id] : []))
    const body = { ...draft.body, ...(media.length > 0 ? { media: { media_asset_ids: media } } : {}) } as never
    try {
      const { accounts, skipped_accounts: skipped } = await service.validate(draft.type, body, world)
      const left = skipped.map((id) => `${names.get(id) ?? id} ${skippedAs(draft.type)}`)
      return {
        problems: accounts.flatMap(({ platform, problems: found }) =>
          found.map(({ message }) => `${platform}: ${message}`),
        ),
        ...(left.length > 0 ? { message: left.join('; ') } : {}),
      }
    } catch (error) {
      if (error instanceof PublisherError && error.status === 400)
        return { problems: error.issues.map(({ message }) => message) }
      throw error
    }
  }

  async function importPlan(plan: string, dryRun: boolean): Promise<void> {
    const service = await publisher()
    const journal = await readJournal(plan)
    const accounts = await service.accounts(world)
    const names = new Map(accounts.map((each) => [each.id, nameOf(each)]))
    const rows = await readPlan(plan, accounts, world.now(), journal)
    const results: {
      line: number
      status: 'ok' | 'problem' | 'posted' | 'posted_before'
      id?: string
      /** The service's words, or who is left out: accounts on which nothing of it is published are named there. */
      message?: string
      problems?: string[]
    }[] = []
    const show = (result: (typeof results)[number]) => {
      results.push(result)
      const { line, status, id, message = '', problems = [] } = result
      const said = [status.replaceAll('_', ' '), id, oneLine(message), problems.map(oneLine).join(' ')]
      tell(`line ${line}: ${said.filter(Boolean).join('  ')}`)
    }
    // A row that was posted may name a time that has passed since.
    const wrong = rows.some(({ mark, problems }) => problems.length > 0 && !journal.get(mark)?.id)
    if (!(dryRun || wrong)) await openJournal(plan)
    for (const row of rows) {
      const before = journal.get(row.mark)?.id
      if (before) {
        show({ line: row.line, status: 'posted_before', id: before })
        continue
      }
      if (dryRun || wrong) {
        const { problems, message }: Checked = dryRun ? await check(service, row, names) : row
        show({
          line: row.line,
          status: problems.length > 0 ? 'problem' : 'ok',
          ...(message === undefined ? {} : { message }),
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
                about: { description: alt[nth] || undefined },
                signal: world.signal,
              })
            ).id,
          )
        const whole = { ...body, ...(ids.length > 0 ? { media: { media_asset_ids: ids } } : {}) }
        const { key, mark } = row
        const { scheduled_at } = body
        const at = world.now().getTime()
        const sent = { key, at, ...(typeof scheduled_at === 'number' ? { scheduled_at } : {}) }
        // Its files took their time, or the machine slept meanwhile.
        refuseForgotten(plan, row, world.now())
        if (!row.sent) await note(plan, { mark, sent })
        const send = (body: object) => service.post(type, body as never, { idempotencyKey: key, signal: world.signal })
        const posting = send(whole).catch(async (error: unknown) => {
          // Another import of the plan may have sent the row: "in 2 hours" was another moment for it.
          const first = isKeyUsed(error) ? (await readJournal(plan)).get(mark) : undefined
          if (first?.id) return { id: first.id, message: '' }
          const time = first?.sent?.scheduled_at
          if (time === undefined || time === scheduled_at) throw error
          return send({ ...whole, scheduled_at: time })
        })
        const { id, message } = await posting.catch(async (error: unknown) => {
          if (!mayHaveHappened(error)) {
            if (isKeyUsed(error)) throw new KeyUsed(key)
            // A refusal of the key says nothing of a try before it, whose answer may have been lost.
            if (!refusesKey(error)) await note(plan, { mark })
            throw error
          }
          const advice = `The row of line ${row.line} may have been posted. Import the plan again within 24 hours: no row is posted twice.`
          throw new MayBePosted(error, key, advice)
        })
        await note(plan, { mark, id })
        show({ line: row.line, status: 'posted', id, message })
      } catch (caught) {
        // A failure of one row; a refused key, or a service that is away, ends the import.
        const error = caught instanceof FileProblem ? caught.cause : caught
        const ofTheRow = error instanceof KeyUsed || (error instanceof PublisherError && !refusesKey(error))
        if (!ofTheRow) throw caught
        const file = caught instanceof FileProblem ? `${caught.file}: ` : ''
        const issues = error instanceof PublisherError && error.issues.length > 0 ? error.issues : [error]
        show({ line: row.line, status: 'problem', problems: issues.map(({ message }) => file + message) })
      }
    }
    const bad = results.filter(({ status }) => status === 'problem').length
    const what = dryRun
      ? 'Nothing was posted: this was a dry run.'
      : wrong
        ? 'Nothing was posted: first correct the rows with problems.'
        : `${results.filter(({ status }) => status === 'posted').length} posted.`
    answer(results, `${results.length} row${results.length === 1 ? '' : 's'}, ${bad} with problems. ${what}`)
    if (bad > 0) endWith(EXIT.failed)
  }
}

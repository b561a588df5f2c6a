// Posting every row of a CSV file.
import { type Publisher, PublisherError, Unreachable } from '@social-publisher/client'
import type { Call } from '../call.ts'
import { storeMedium } from '../files.ts'
import { COLUMNS, note, openJournal, type Row, readJournal, readPlan } from '../plan.ts'
import { EXIT, FileProblem, mayHaveHappened, problemText, Stopped } from '../problem.ts'

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
  async function check(service: Publisher, { draft, problems }: Row): Promise<string[]> {
    if (!draft || draft.media.some(({ kind }) => kind !== 'id')) return problems
    const media = draft.media.flatMap((each) => (each.kind === 'id' ? [each.id] : []))
    const body = { ...draft.body, ...(media.length > 0 ? { media: { media_asset_ids: media } } : {}) } as never
    try {
      const { accounts } = await service.validate(draft.type, body, world)
      return accounts.flatMap((account) => account.problems.map(({ message }) => `${account.platform}: ${message}`))
    } catch (error) {
      if (error instanceof PublisherError && error.status === 400) return error.issues.map(({ message }) => message)
      throw error
    }
  }

  async function importPlan(plan: string, dryRun: boolean): Promise<void> {
    const service = await publisher()
    const rows = await readPlan(plan, await service.accounts(world), world.now())
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
    // A row that was posted may name a time that has passed since.
    const wrong = rows.some(({ mark, problems }) => problems.length > 0 && !posted.has(mark))
    if (!(dryRun || wrong)) await openJournal(plan)
    for (const row of rows) {
      const before = posted.get(row.mark)
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
        const sent = service.post(type, whole, { idempotencyKey: row.key, signal: world.signal })
        const { id } = await sent.catch((error: unknown) => {
          if (!mayHaveHappened(error)) throw error
          const said = error instanceof Stopped ? 'Stopped before an answer came.' : problemText(error)
          throw new Unreachable(
            `${said}\nThe row of line ${row.line} may have been posted. Import the plan again within 24 hours: no row is posted twice.`,
          )
        })
        await note(plan, row, id)
        show({ line: row.line, status: 'posted', id })
      } catch (caught) {
        // A failure of one row; a key that is not valid, or a service that is away, ends the import.
        const error = caught instanceof FileProblem ? caught.cause : caught
        if (!(error instanceof PublisherError) || error.status === 401) throw caught
        const file = caught instanceof FileProblem ? `${caught.file}: ` : ''
        show({
          line: row.line,
          status: 'problem',
          problems: (error.issues.length > 0 ? error.issues : [error]).map(({ message }) => file + message),
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
    if (bad > 0) endWith(EXIT.failed)
  }
}

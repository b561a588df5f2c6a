// The posts that were sent: listing, watching, cancelling, trying again; and usage.
import { type PostType, PublisherError, type Schemas } from '@social-publisher/client'
import { Option } from 'commander'
import { type Call, positive, postId, TYPES, watch } from '../call.ts'
import { postsTable, table } from '../output.ts'
import { oneLine } from '../plain.ts'
import { WrongCall } from '../problem.ts'
import { chooseAccounts } from '../targets.ts'

const STATES = ['scheduled', 'publishing', 'published', 'partially_failed', 'failed', 'cancelled', 'expired'] as const
const SHOWN = 20

/** `posts`, `watch`, `cancel`, `retry` and `usage`. */
export function addPosts(call: Call): void {
  const { program, world, answer, publisher } = call
  program
    .command('posts')
    .description('list posts, newest first')
    .addOption(new Option('--status <state>').choices(STATES))
    .addOption(new Option('--type <type>').choices(TYPES))
    .option('--account <account>', 'only posts of this account')
    .option('-n, --limit <count>', 'how many', positive('--limit'), SHOWN)
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
        const [of, ...others] = account === undefined ? [] : chooseAccounts(account, await service.accounts(world))
        if (others.length > 0)
          throw new WrongCall(`--account ${account} names ${others.length + 1} accounts: write one, as platform:name.`)
        const posts: Schemas['PostSummary'][] = []
        for await (const each of service.posts({ status, type, account: of, limit: Math.min(limit, 100) }, world)) {
          posts.push(each)
          if (posts.length >= limit) break
        }
        answer(posts, postsTable(posts))
      },
    )

  program
    .command('watch')
    .description('show the state of a post until it has ended on every account')
    .argument('<id>', 'of the post', postId)
    .option('--timeout <seconds>', 'stop waiting after', positive('--timeout'), 600)
    .action(async (id: string, { timeout }: { timeout: number }) => watch(call, await publisher(), id, timeout))

  const path = (id: string) => ({ params: { path: { id } }, signal: world.signal })
  const done = async (asked: Promise<{ data?: { message: string }; error?: unknown; response: Response }>) => {
    const { data, error, response } = await asked
    if (!data) throw new PublisherError(response, error)
    answer(data, oneLine(data.message))
  }
  program
    .command('cancel')
    .description('cancel a post that has not begun, or that waits for another try')
    .argument('<id>', 'of the post', postId)
    .action(async (id: string) => done((await publisher()).DELETE('/v1/posts/{id}', path(id))))
  program
    .command('retry')
    .description('publish again on the accounts where it failed for a temporary reason')
    .argument('<id>', 'of the post', postId)
    .action(async (id: string) =>
      done((await publisher()).POST('/v1/posts/{id}/retry', { ...path(id), params: { path: { id }, header: {} } })),
    )

  program
    .command('usage')
    .description('show how many requests and jobs there were')
    .option('--days <count>', 'of the last days', positive('--days'), 30)
    .action(async ({ days }: { days: number }) => {
      const from = world.now().getTime() - days * 24 * 3_600_000
      const { data, error, response } = await (await publisher()).GET('/v1/usage', {
        params: { query: { start_date: from } },
        signal: world.signal,
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
}

// Plans of posts from files, and posts with their results as files.
import { z } from 'zod'
import { LONGEST_COMMENT } from '../../core/approvals/approval.ts'
import { ImportShown } from '../../core/imports/import-schema.ts'
import { COLUMNS, LONGEST_PLAN, MOST_POSTS, RESULT_COLUMNS } from '../../core/imports/plan-csv.ts'
import { IDS } from '../examples.ts'
import type { Operations } from '../operation.ts'

const plan = {
  csv: 'type,content,accounts,scheduled_at\r\ntext,Our autumn menu is here.,threads:harborcoffee,next_slot\r\n',
  time_zone: 'Europe/Berlin',
}
const fields = {
  csv: { maxLength: LONGEST_PLAN, description: `Columns: ${COLUMNS.join(', ')}. At most ${MOST_POSTS} posts.` },
  time_zone: { description: 'The IANA name of the time zone of times without an offset.' },
}
const row = (state: string, post_id: string | null) => ({
  row: 1,
  line: 2,
  state,
  type: 'text',
  title: '',
  content: 'Our autumn menu is here.',
  accounts: ['threads:harborcoffee'],
  scheduled_at: 'next_slot',
  post_id,
  approval: null,
  issues: [],
  notes: [],
})
const totals = { ready: 0, imported: 0, problem: 0, left_out: 0 }
const answer = (description: string, state: 'ready' | 'imported', postId: string | null) => ({
  description,
  body: z.object({ success: z.literal(true), data: ImportShown }),
  examples: {
    one: {
      summary: 'One row',
      value: { success: true, data: { rows: [row(state, postId)], totals: { ...totals, [state]: 1 } } },
    },
  },
})

export const imports: Operations = {
  'POST /v1/imports/check': {
    id: 'checkImport',
    tag: 'Posts',
    summary: 'Check a plan of posts',
    description:
      'Reads a CSV file and says everything that is wrong with each row; nothing is stored. A row names its accounts as `platform:name` ' +
      'and its media by id or title, several with `;`. `scheduled_at` is a time (`2031-05-06 10:30` in `time_zone`, one with an offset, whose ' +
      'fractions of a second are dropped, or Unix milliseconds), `now` or `next_slot`. `repeat` (daily, weekly, every 2 weeks, monthly) with ' +
      '`repeat_until` makes a post for each time. Rows with `next_slot` take slots in the order of the file. Needs the role `author` or a higher one.',
    fields,
    examples: { one: { summary: 'One row', value: plan } },
    answers: { 200: answer('What would be imported.', 'ready', null) },
  },
  'POST /v1/imports': {
    id: 'importPosts',
    tag: 'Posts',
    summary: 'Import a plan of posts',
    description:
      'Stores a post for each row without a problem. A row is imported once, however often the file is sent: an import that broke off is ' +
      'repeated. Rows are recognized by the column `id`, or else by their content; the same row with another `time_zone`, a day of a series ' +
      'with an `id` at another hour, and such a series on other days are refused, and so is a row that repeats with the `id` of a post that exists. A row of an export ' +
      'whose `status` says that its post no longer waits, or whose `not_in_file` names fields that the post has and a file cannot hold, is ' +
      'refused, unless the post exists here. With `for_approval` each post waits for an editor ' +
      'by itself, as one of `POST /v1/approvals` does, and nothing goes out before it is approved; one whose time has passed by then ' +
      'goes out at once where its `not_after` allows that. A row that was sent for approval is not imported again, no matter who sends the ' +
      'file and whatever became of it. Needs the role `editor` or a higher one; with `for_approval`, the role `author`.',
    fields: {
      ...fields,
      leave_out: { description: 'Rows that are not imported, by `row`.' },
      for_approval: { description: 'Sends the posts for approval instead. An author has to.' },
      comment: {
        maxLength: LONGEST_COMMENT,
        description: 'For the person who approves the posts, shown with each; only with `for_approval`.',
      },
    },
    examples: {
      one: { summary: 'One row', value: plan },
      for_approval: { summary: 'For approval', value: { ...plan, for_approval: true, comment: 'The plan of May.' } },
    },
    answers: { 200: answer('What was imported, and what was not.', 'imported', IDS.post) },
  },
  'GET /v1/exports/posts': {
    id: 'exportPosts',
    tag: 'Posts',
    summary: 'Export posts and their results',
    description: `A page of posts as CSV, newest first, with the columns of an import and ${RESULT_COLUMNS.join(', ')}. After the last page there is only the line of columns. Cells that a spreadsheet would take for a formula begin with \`'\`, which an import takes away again.`,
    fields: {
      page: { description: 'The page, from 1.' },
      limit: { description: 'Posts of a page.' },
      publish_from: { description: 'Only posts that are published at or after this time.' },
      publish_to: { description: 'Only posts that are published at or before this time.' },
    },
    answers: { 200: { description: 'The posts.', types: ['text/csv'] } },
  },
}

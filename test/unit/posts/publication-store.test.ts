// A write whose answer got lost is repeated by the SDK: the repeat must not take the first one for a rival's.
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { put } from '../../../core/aws/table.ts'
import { newId } from '../../../core/ids.ts'
import { publicationItem } from '../../../core/posts/post-items.ts'
import { getPublication, savePublication } from '../../../core/posts/publication-store.ts'
import { type Publication, VersionConflict } from '../../../core/posts/rules/publication.ts'
import { made } from '../../support/publications.ts'
import { startTable, type TableEngine } from '../../support/table-engine.ts'

let engine: TableEngine
beforeAll(async () => {
  engine = await startTable()
})
afterAll(() => engine.stop())
afterEach(() => vi.restoreAllMocks())

async function stored(): Promise<Publication> {
  const publication = made(1, { post_id: newId(), account_id: newId() })
  await put(publicationItem(publication))
  return publication
}

/** Every put is sent twice from now on, and only the second one's answer arrives. @param between runs between the two. */
function loseFirstAnswers(between: () => Promise<unknown> = async () => undefined): void {
  const send = DynamoDBDocumentClient.prototype.send as (this: unknown, ...given: unknown[]) => Promise<unknown>
  let lost = false
  vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
    this: DynamoDBDocumentClient,
    ...given: unknown[]
  ) {
    if ((given[0] as object).constructor.name !== 'PutCommand' || lost) return send.apply(this, given) as never
    lost = true
    await send.apply(this, given)
    await between()
    return send.apply(this, given) as never
  })
}

it('is known for its own when its repeat meets it', async () => {
  const publication = await stored()
  loseFirstAnswers()
  const saved = await savePublication({ ...publication, permalink_tries: 3 }, publication.state)
  expect(saved.version).toBe(publication.version + 1)
  expect(await getPublication(publication.post_id, publication.account_id)).toMatchObject({
    version: publication.version + 1,
    permalink_tries: 3,
  })
})

it('is a conflict where a rival has written since', async () => {
  const publication = await stored()
  loseFirstAnswers(async () => {
    const other = (await getPublication(publication.post_id, publication.account_id))!
    await savePublication({ ...other, permalink_tries: 5 }, other.state)
  })
  await expect(savePublication({ ...publication, permalink_tries: 3 }, publication.state)).rejects.toThrow(
    VersionConflict,
  )
})

it('is a conflict where a rival wrote the very same', async () => {
  const publication = await stored()
  const next = { ...publication, permalink_tries: 3 }
  const [one, other] = await Promise.allSettled([
    savePublication(next, publication.state),
    savePublication(next, publication.state),
  ])
  expect([one, other].map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

// Changes of the dashboard whose answer does not say whether they were made.
import { PublisherError, Unreachable } from '@social-publisher/client'
import { describe, expect, it, vi } from 'vitest'
import { orFound, sameJson } from '../../../dashboard/src/api/look-after.ts'
import { isTaken } from '../../../dashboard/src/pages/review/taken.ts'

const refusal = (status: number) => new PublisherError(new Response(null, { status }), {})
describe('a change', () => {
  const nothing = () => Promise.reject(new Error('Nobody should look.'))

  it('that was answered is not looked for', async () => {
    expect(await orFound(Promise.resolve('made'), nothing)).toBe('made')
  })

  it.each([400, 403, 422, 429])('that was refused with %i is not looked for', async (status) => {
    const error = refusal(status)
    const find = vi.fn(async () => 'made')
    await expect(orFound(Promise.reject(error), find)).rejects.toBe(error)
    expect(find).not.toHaveBeenCalled()
  })

  it('that nothing answered may have been made', async () => {
    const error = new Unreachable('The service did not answer.')
    expect(await orFound(Promise.reject(error), async () => 'made')).toBe('made')
    await expect(orFound(Promise.reject(error), nothing)).rejects.toBe(error)
  })

  it.each([404, 409, 500, 502, 503])('that was answered with %i may have been made before', async (status) => {
    const error = refusal(status)
    expect(await orFound(Promise.reject(error), async () => 'made')).toBe('made')
    await expect(orFound(Promise.reject(error), async () => undefined)).rejects.toBe(error)
    await expect(orFound(Promise.reject(error), nothing)).rejects.toBe(error)
  })
})

it('compares as JSON, whatever the order of fields', () => {
  expect(sameJson({ a: 1, b: { c: [1, 2], d: undefined } }, { b: { c: [1, 2] }, a: 1 })).toBe(true)
  expect(sameJson({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
})

it('compares texts as the service keeps them: with their marks composed', () => {
  expect(sameJson({ content: '한국'.normalize('NFD') }, { content: '한국' })).toBe(true)
})

describe('a decision by a review link', () => {
  const comment = { action: 'comment', name: 'Ada', comment: 'Price?' } as const

  it('is taken where it stands in the history by that name and with these words', () => {
    expect(isTaken([{ kind: 'comment', name: 'Ada', text: 'Price?' }], comment)).toBe(true)
    expect(isTaken([{ kind: 'comment', name: 'Ben', text: 'Price?' }], comment)).toBe(false)
    expect(isTaken([{ kind: 'comment', name: 'Ada', text: 'Name?' }], comment)).toBe(false)
    expect(isTaken([{ kind: 'changes_asked', name: 'Ada', text: 'Price?' }], comment)).toBe(false)
    expect(isTaken([], comment)).toBe(false)
  })

  it('is taken in the form in which the service keeps texts', () => {
    const typed = { action: 'comment', name: '민준'.normalize('NFD'), comment: '가격?'.normalize('NFD') } as const
    expect(isTaken([{ kind: 'comment', name: '민준', text: '가격?' }], typed)).toBe(true)
  })

  it('has no words of its own where it approves', () => {
    expect(isTaken([{ kind: 'approved', name: 'Ada', text: '' }], { ...comment, action: 'approve' })).toBe(true)
  })
})

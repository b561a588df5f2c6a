// cdk-nag's AwsSolutions over the whole stack. A new finding fails here, with its text, until it is fixed or acknowledged.
import { expect, it } from 'vitest'
import { outcomeOf } from './synthesize.ts'

it('the stack has no finding that is not acknowledged', async () => {
  const { said, made } = await outcomeOf({ settings: {}, nag: true })
  expect(said).not.toMatch(/AwsSolutions|Validation failed/)
  expect(made).toBeDefined()
})

it('a new finding does not go unnoticed', { tags: 'deep' }, async () => {
  const { said } = await outcomeOf({ settings: {}, nag: true, careless: true })
  expect(said).toMatch(/AwsSolutions-S1\b/)
  expect(said).toMatch(/AwsSolutions-S10\b/)
})

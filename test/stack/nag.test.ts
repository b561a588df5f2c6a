// cdk-nag's AwsSolutions over the whole stack. A new finding fails here, with its text, until it is fixed or acknowledged.
import { Validations } from 'aws-cdk-lib'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { AwsSolutionsChecks } from 'cdk-nag'
import { expect, it, vi } from 'vitest'
import { newStack } from './synthesize.ts'

/** @returns what the validation prints, findings included. */
async function validate(change: (stack: Awaited<ReturnType<typeof newStack>>['stack']) => void = () => undefined) {
  const { app, stack } = await newStack()
  change(stack)
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  const printed: string[] = []
  const spies = (['log', 'error', 'warn'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((...args: unknown[]) => void printed.push(args.join(' '))),
  )
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    printed.push(String(chunk))
    return true
  })
  try {
    app.synth()
  } catch (error) {
    printed.push((error as Error).message)
  } finally {
    for (const spy of [...spies, write]) spy.mockRestore()
  }
  return printed.join('\n')
}

it('the stack has no finding that is not acknowledged', async () => {
  expect(await validate()).not.toMatch(/AwsSolutions|Validation failed/)
})

it('a new finding does not go unseen', async () => {
  const findings = await validate((stack) => new Bucket(stack, 'Careless'))
  expect(findings).toMatch(/AwsSolutions-S1\b/)
  expect(findings).toMatch(/AwsSolutions-S10\b/)
})

// CloudFormation: the outputs of a deployed stack.
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'

/** @returns the stack's outputs by name, or nothing when there is no such stack. */
export async function stackOutputs(stackName: string): Promise<Record<string, string> | undefined> {
  const client = new CloudFormationClient({ maxAttempts: 3 })
  try {
    const reply = await client.send(new DescribeStacksCommand({ StackName: stackName }))
    const outputs = reply.Stacks?.[0]?.Outputs ?? []
    return Object.fromEntries(outputs.map(({ OutputKey, OutputValue }) => [String(OutputKey), String(OutputValue)]))
  } catch (error) {
    // CloudFormation has no error of its own for a stack that does not exist.
    if (error instanceof Error && error.name === 'ValidationError' && /does not exist/.test(error.message))
      return undefined
    throw error
  } finally {
    client.destroy()
  }
}

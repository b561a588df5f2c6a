// Acknowledges findings of cdk-nag, each with its reason, where the resource that it is about is defined.
import { Validations } from 'aws-cdk-lib'
import type { Construct } from 'constructs'

/** @param findings reasons by the finding's id; a finding about a policy needs its exact text in brackets. */
export function acknowledge(construct: Construct, findings: Record<string, string>): void {
  for (const [id, reason] of Object.entries(findings)) Validations.of(construct).acknowledge({ id, reason })
}

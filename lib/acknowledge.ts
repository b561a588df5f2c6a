// Findings of cdk-nag that are meant so: each with its reason, where the thing stands that it is about.
import { Validations } from 'aws-cdk-lib'
import type { Construct } from 'constructs'

/** @param findings reasons by the finding's id; a finding about a policy needs its exact text in brackets. */
export function acknowledge(construct: Construct, findings: Record<string, string>): void {
  for (const [id, reason] of Object.entries(findings)) Validations.of(construct).acknowledge({ id, reason })
}

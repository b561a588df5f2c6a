// Runs cfn-lint and checkov on the template.
import { join } from 'node:path'
import { placeOf, REGIONS, read } from './templates.ts'
import { parsed, run } from './tools.ts'
import type { Finding } from './verdict.ts'

export async function cfnLint(programs: string, file: string): Promise<Finding[]> {
  const ended = await run(join(programs, 'cfn-lint'), ['--format', 'json', '--regions', ...REGIONS, '--', file])
  const found = parsed<{ Rule: { Id: string }; Message: string; Location: { Path: (string | number)[] | null } }[]>(
    'cfn-lint',
    ended,
  )
  const template = read(file)
  return found.map(({ Rule, Message, Location }) => ({
    judge: 'cfn-lint',
    rule: Rule.Id,
    place: placeOf(template, String(Location.Path?.[1] ?? '')),
    message: Message,
  }))
}

interface CheckovResult {
  results: { failed_checks: { check_id: string; check_name: string; resource: string }[] }
  summary: { parsing_errors: number; resource_count: number }
}

export async function checkov(programs: string, file: string): Promise<Finding[]> {
  const args = ['-f', file, '--framework', 'cloudformation', '-o', 'json', '--compact', '--quiet', '--skip-download']
  const { results, summary } = parsed<CheckovResult>('checkov', await run(join(programs, 'checkov'), args))
  if (summary.parsing_errors > 0 || summary.resource_count === 0) throw new Error('checkov cannot read the template.')
  const template = read(file)
  return results.failed_checks.map(({ check_id: rule, check_name: message, resource }) => ({
    judge: 'checkov',
    rule,
    place: placeOf(template, resource.split('.')[1] ?? ''),
    message,
  }))
}

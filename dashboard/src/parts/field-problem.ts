// The service's error about one field of a form.
import { PublisherError } from '../api/client.ts'
import partsTexts from '../i18n/en/parts.ts'
import { useTexts } from '../i18n/texts.ts'
import { withRule } from './problem.tsx'

/** @param path a field, as in the request's body: "rate_limit". */
export const issueAt = (error: unknown, path: string) =>
  error instanceof PublisherError ? error.issues.find((issue) => issue.path === path) : undefined

/** The service's error about one field, to be shown beside it, with the field's name on the page in place of its path. */
export function useFieldProblem(): (error: unknown, path: string, name: string) => string | undefined {
  const text = useTexts('parts', partsTexts)
  return (error, path, name) => {
    const issue = issueAt(error, path)
    if (issue === undefined) return undefined
    const { code, message } = issue
    const rule = text.refusal(code)
    if (!message.startsWith(path)) return withRule(rule, message)
    const told = message.slice(path.length)
    return withRule(rule, told.replace(/^:?\s+/, ''), `${name}${told}`)
  }
}

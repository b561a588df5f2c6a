// The service's error about one field of a form.
import { PublisherError } from '../api/client.ts'
import { useRefusalText } from './problem.tsx'

/** @param path a field, as in the request's body: "rate_limit". */
export const issueAt = (error: unknown, path: string) =>
  error instanceof PublisherError ? error.issues.find((issue) => issue.path === path) : undefined

/** The service's error about one field, to be shown beside it, with the field's name on the page in place of its path. */
export function useFieldProblem(): (error: unknown, path: string, name: string) => string | undefined {
  const refusalText = useRefusalText()
  return (error, path, name) => {
    const issue = issueAt(error, path)
    if (issue === undefined) return undefined
    const { code, message } = issue
    if (!message.startsWith(path)) return refusalText(code, message)
    const told = message.slice(path.length)
    return refusalText(code, told.replace(/^:?\s+/, ''), `${name}${told}`)
  }
}

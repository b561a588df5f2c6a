// THE list of operations of the API that go away (docs/versions.md says how). The API document, the pages made from it and the
// headers of answers all read it. Imports nothing.

export interface DeprecatedOperation {
  /** The day on which a release announced it, `YYYY-MM-DD`. */
  since: string
  /** The day until which it works at least, `YYYY-MM-DD`: twelve months after `since` or later. */
  until: string
  /** The operation to use instead, as a sentence for the API document. */
  instead: string
}

/** By method and path as in `lib/routes.ts`: `GET /v1/team`. */
export const DEPRECATED_OPERATIONS: Readonly<Record<string, DeprecatedOperation>> = {}

// The reply to a request.

export interface Reply {
  /** Null: the connection is cut. */
  status: number | null
  headers: Record<string, string>
  body: string
}

export const JSON_TYPE = { 'content-type': 'application/json; charset=UTF-8' }

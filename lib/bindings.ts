// What a function may use: each name gives the grant and the environment variables in one call, so they cannot drift.
export type Use =
  | 'table:read'

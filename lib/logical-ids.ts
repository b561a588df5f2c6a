// Ids of resources in the template that others know, too.

/** The token key's. It never changes: with another one CloudFormation would make a new key, which reads no token. */
export const TOKEN_KEY_LOGICAL_ID = 'DataTokenKey1ACFA1E9'

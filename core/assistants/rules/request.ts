// An assistant's request for consent, and the answer to it. Pure.
import { ASSISTANT_ROLES, type AssistantRole, type Role, reaches } from '../../api-keys/rules/roles.ts'

/** Its scopes are roles: a token of a role does what a person with it may do with a key. */
export const SCOPES = ASSISTANT_ROLES

/** The roles that the person may give: those that were asked for, or less, and none above the person's own. Highest first. */
export function rolesToGive(scope: string | undefined, own: Role): AssistantRole[] {
  const asked = new Set(scope?.split(' '))
  const highest = SCOPES.find((role) => asked.has(role)) ?? SCOPES[0]
  return SCOPES.filter((role) => reaches(highest, role) && reaches(own, role))
}

/** Of PKCE with S256: 43 characters of base64url. */
export const CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/** The address that the browser is sent back to. @param answer what the assistant is told. */
export function sentBack(redirectUri: string, answer: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

// The rights of each role for an owner. Pure.

/** From most to least. `admin` does everything, `editor` posts and media, `author` what an editor approves, `viewer` reads. */
export const ROLES = ['admin', 'editor', 'author', 'viewer'] as const
export type Role = (typeof ROLES)[number]

export const isRole = (text: unknown): text is Role => ROLES.some((role) => role === text)

/** Whether a person with `role` may do what `needed` may. */
export const reaches = (role: Role, needed: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(needed)

/** Roles that a person may give an assistant, from most to least: publish, upload, read. Managing is for people. */
export const ASSISTANT_ROLES = ['editor', 'author', 'viewer'] as const satisfies readonly Role[]
export type AssistantRole = (typeof ASSISTANT_ROLES)[number]

/** Paths below the stage that an editor may change. */
const EDITORS = /^\/v1\/(posts|media)(\/|$)/

/** Paths that an author may add to: files for posts. */
const AUTHORS = /^\/v1\/media(\/uploads(\/|$)|$)/

/** The role that a request needs which a key may make too. @param resource `/v1/posts/{id}` */
export function roleFor(method: string, resource: string): Role {
  if (method === 'GET' || method === 'HEAD') return 'viewer'
  if (method !== 'PATCH' && AUTHORS.test(resource)) return 'author'
  return EDITORS.test(resource) ? 'editor' : 'admin'
}

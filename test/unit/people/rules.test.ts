// Rules about people: where a browser may be sent, who may do what, how long a session lives.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ROLES, reaches, roleFor } from '../../../core/api-keys/rules/roles.ts'
import { MailAddress } from '../../../core/people/rules/mail-address.ts'
import { returnPath } from '../../../core/people/rules/return-path.ts'
import { SESSION_IDLE_MS, SESSION_LONGEST_MS, sessionEndsAt } from '../../../core/people/rules/session-life.ts'

const DASHBOARD = 'https://dashboard.example'

describe('where a browser is sent after signing in', () => {
  it.each(['/', '/posts', '/calendar?view=week&date=2026-11-22', '/invitations/spi_x', '/posts#top'])(
    'is %s as it was asked for',
    (path) => expect(returnPath(path)).toBe(path),
  )

  it.each([
    undefined,
    '',
    'posts',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\n/evil.example',
    '/\t/evil.example',
    '/a/..//evil.example',
    '/%0d%0aLocation:x\r\n',
    '/api/v1/session',
    '/signed-out?problem=failed',
    `/${'a'.repeat(4001)}`,
  ])('is the first page for %j', (path) => expect(returnPath(path)).toBe('/'))

  it('is an assistant’s request for consent, however long its parts are', () => {
    const request = new URLSearchParams({
      client_id: `reg.${'x'.repeat(796)}`,
      redirect_uri: `https://helper.example/${'x'.repeat(270)}`,
      response_type: 'code',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      resource: `${DASHBOARD}/api/mcp`,
      scope: 'editor author viewer',
      state: 'x'.repeat(800),
    })
    expect(returnPath(`/connect-link?${request}`)).toBe(`/connect-link?${request}`)
  })

  it('is never another place than the dashboard, whatever is asked for', () => {
    const characters = fc.constantFrom('/', '\\', '.', ':', '@', '?', '#', '%', '\t', '\n', ' ', 'a', 'é', '2f', '5c')
    const address = fc.array(characters, { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(
        fc.oneof(
          address,
          address.map((text) => `/${text}`),
          fc.string(),
          fc.webUrl(),
        ),
        (wanted) => {
          const path = returnPath(wanted)
          expect(new URL(path, DASHBOARD).origin).toBe(DASHBOARD)
          expect(path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('roles', () => {
  it('reach what is less than they are', () => {
    for (const [at, role] of ROLES.entries())
      for (const [other, needed] of ROLES.entries()) expect(reaches(role, needed)).toBe(at <= other)
  })

  it.each([
    ['GET', '/v1/webhooks', 'viewer'],
    ['HEAD', '/v1/media/{id}', 'viewer'],
    ['POST', '/v1/posts/feed', 'editor'],
    ['DELETE', '/v1/posts/{id}', 'editor'],
    ['POST', '/v1/media', 'author'],
    ['POST', '/v1/media/uploads/{id}/complete', 'author'],
    ['DELETE', '/v1/media/{id}', 'editor'],
    ['POST', '/v1/webhooks', 'admin'],
    ['POST', '/v1/postscripts', 'admin'],
    ['DELETE', '/v1/accounts/social/{id}', 'admin'],
  ] as const)('%s %s takes an %s', (method, resource, role) => expect(roleFor(method, resource)).toBe(role))
})

describe('a session', () => {
  it('ends after 12 hours without a request, and after 7 days whatever is done', () => {
    const created_at = 1_000
    expect(sessionEndsAt({ created_at, last_used_at: created_at })).toBe(created_at + SESSION_IDLE_MS)
    const late = created_at + SESSION_LONGEST_MS - 60_000
    expect(sessionEndsAt({ created_at, last_used_at: late })).toBe(created_at + SESSION_LONGEST_MS)
  })
})

describe('an address', () => {
  it('is compared without regard to case and spaces around it', () => {
    expect(MailAddress.parse('  Mina@Example.COM ')).toBe('mina@example.com')
  })

  it.each([
    '',
    'mina',
    'mina@',
    '@example.com',
    'a b@example.com',
    'a@b',
    'a@example.com,b@example.com',
    'a@ex_ample.com\n',
  ])('is not %j', (text) => expect(MailAddress.safeParse(text).success).toBe(false))
})

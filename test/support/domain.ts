// Accounts and media as tests need them: whole, with what a test is about overridden.
import { Account } from '../../core/accounts/rules/account.ts'
import type { Media } from '../../core/media/rules/media.ts'

/** A UUID that says which one it is. */
export const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export const OWNER = uuid(1_000_000)

export const accountOf = (given: Partial<Account> = {}): Account =>
  Account.parse({
    id: uuid(900),
    owner_id: OWNER,
    provider: 'instagram',
    external_account_id: '17841400000000001',
    external_username: 'tester',
    external_name: 'Tester',
    external_bio: '',
    external_profile_url: '',
    status: 'active',
    status_reason: null,
    token_ciphertext: 'Y2lwaGVy',
    // After the days of all tests, also of those that run by the clock of this machine.
    token_expires_at: Date.UTC(2126, 0, 20),
    token_refreshed_at: Date.UTC(2026, 10, 21),
    profile_synced_at: null,
    created_at: Date.UTC(2026, 10, 1),
    updated_at: Date.UTC(2026, 10, 1),
    ...given,
  })

export const mediaOf = (given: Partial<Media> = {}): Media => ({
  id: uuid(1),
  owner_id: OWNER,
  object_key: `${given.id ?? uuid(1)}.jpg`,
  content_type: 'image/jpeg',
  size_bytes: 1000,
  width: null,
  height: null,
  duration_ms: null,
  title: 'A picture',
  alt_text: 'A picture of something',
  file_name: 'picture.jpg',
  etag: '"0"',
  tags_json: null,
  metadata_json: null,
  version: 1,
  status: 'active',
  pending_uses: 0,
  created_at: Date.UTC(2026, 10, 1),
  updated_at: Date.UTC(2026, 10, 1),
  ...given,
})

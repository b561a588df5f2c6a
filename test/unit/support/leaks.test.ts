import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { TOKEN_MARK } from '../../../local/fake-platforms/store.ts'
import { tokensIn } from '../../support/leaks.ts'

const folder = mkdtempSync(join(tmpdir(), 'leaks-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('names the file, and what is around a token without the token', () => {
  const token = `IGQabc${TOKEN_MARK}def`
  writeFileSync(join(folder, 'table.db'), `\u0000{"note":"asked with ${token}, in vain"}`)
  // Ciphertext that happens to look like a token is not one.
  writeFileSync(join(folder, 'other.db'), `"/IGQ${'a'.repeat(83)}"`)
  const found = tokensIn(folder, { stdout: 'nothing', stderr: `Bearer ${token}` })
  expect(found).toEqual(['table.db ( {"note":"asked with [token], in vain"})', 'stderr (Bearer [token])'])
})

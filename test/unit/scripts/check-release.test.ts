// All packages are released together, under one version.
import { expect, it } from 'vitest'
import { versions } from '../../../scripts/check-release.ts'

it('finds one version in every package', () => {
  const found = versions()
  expect(found.size).toBeGreaterThanOrEqual(7)
  expect(new Set(found.values()).size).toBe(1)
})

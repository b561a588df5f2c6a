import type { Maker } from '../api/schemas.ts'
import partsTexts from '../i18n/en/parts.ts'
import { useTexts } from '../i18n/texts.ts'

/** Names the person who made something; by address where the provider told no name. Who was deleted has neither. */
export function useMakerName(): (maker: Pick<Maker, 'name' | 'email'>) => string {
  const text = useTexts('parts', partsTexts)
  return ({ name, email }) => name || email || text.formerMember
}

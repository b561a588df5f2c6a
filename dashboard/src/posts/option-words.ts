// Options of platforms in words: what they are called, and what was chosen.
import optionsTexts from '../i18n/en/options.ts'
import { useTexts } from '../i18n/texts.ts'

export interface OptionWords {
  /** The option's name; that of the API where the page knows no other. */
  nameOf: (option: string) => string
  /** A chosen value in one line; parts of a list that have fields of their own stand in lines of their own. */
  inWords: (value: unknown) => string
}

export function useOptionWords(): OptionWords {
  const text = useTexts('options', optionsTexts)
  const names: Readonly<Record<string, string>> = text.names
  const nameOf = (option: string) => (Object.hasOwn(names, option) ? names[option]! : option.replaceAll('_', ' '))
  const inWords = (value: unknown): string => {
    if (typeof value === 'boolean') return value ? text.yes : text.no
    if (Array.isArray(value)) {
      const listed = value.map(inWords)
      return value.some((each) => typeof each === 'object') ? listed.join('\n') : listed.join(', ')
    }
    if (typeof value !== 'object' || value === null) return String(value)
    if ('username' in value) return `@${inWords(value.username)}`
    const fields = Object.entries(value)
    // A field that says it all needs no name: "A second post", not "Text: A second post".
    if (fields.length === 1) return inWords(fields[0]![1])
    return fields.map(([name, each]) => `${nameOf(name)}: ${inWords(each)}`).join(' · ')
  }
  return { nameOf, inWords }
}

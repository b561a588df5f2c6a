// The search of the guides: the index is loaded with the first word, and everything is found in the browser.
import MiniSearch, { type SearchResult } from 'minisearch'

interface Part {
  /** The guide and the place in it: `webhooks#signatures`. */
  id: string
  title: string
  heading: string
  text: string
}

const GUIDES = '/docs/guides'
const MOST_RESULTS = 12
const MOST_CHARACTERS = 100

let index: Promise<MiniSearch<Part>> | undefined

async function load(): Promise<MiniSearch<Part>> {
  const response = await fetch(`${GUIDES}/search.json`)
  if (!response.ok) throw new Error(`The index could not be loaded: ${response.status}`)
  const search = new MiniSearch<Part>({ fields: ['heading', 'title', 'text'], storeFields: ['title', 'heading'] })
  search.addAll((await response.json()) as Part[])
  return search
}

function lineOf(result: SearchResult): HTMLLIElement {
  const { id, title, heading } = result as SearchResult & Part
  const link = document.createElement('a')
  link.href = `${GUIDES}/${id}`
  link.textContent = heading === title ? title : `${title}: ${heading}`
  const item = document.createElement('li')
  item.append(link)
  return item
}

async function show(words: string, found: HTMLElement): Promise<void> {
  if (words === '') {
    found.replaceChildren()
    return
  }
  index ??= load()
  const results = (await index).search(words, {
    prefix: true,
    fuzzy: 0.2,
    combineWith: 'AND',
    boost: { heading: 3, title: 2 },
  })
  const list = document.createElement('ul')
  list.append(...results.slice(0, MOST_RESULTS).map(lineOf))
  found.replaceChildren(results.length === 0 ? 'Nothing found.' : list)
}

const input = document.querySelector<HTMLInputElement>('#search-words')
const found = document.querySelector<HTMLElement>('#search-found')
if (input && found) {
  input.maxLength = MOST_CHARACTERS
  input.addEventListener('input', () => {
    show(input.value.trim(), found).catch((error: unknown) => {
      // The next word tries again.
      index = undefined
      found.textContent = error instanceof Error ? error.message : String(error)
    })
  })
}

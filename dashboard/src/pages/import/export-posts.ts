import { api, PublisherError } from '../../api/client.ts'

const PAGE = 100

/** Hands the browser a file to save. */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** All posts with their results. @throws {PublisherError} */
export async function exportPosts(): Promise<void> {
  const parts: string[] = []
  for (let page = 1; ; page += 1) {
    const { data, error, response } = await api.GET('/v1/exports/posts', {
      params: { query: { page, limit: PAGE } },
      parseAs: 'text',
    })
    if (error !== undefined || data === undefined) throw new PublisherError(response, error)
    const text = String(data)
    const head = text.indexOf('\r\n') + 2
    const rows = text.slice(head)
    parts.push(page === 1 ? text : rows)
    if (rows === '') break
  }
  // Spreadsheets know by the mark that it is UTF-8.
  saveFile('posts.csv', `\uFEFF${parts.join('')}`)
}

// The results of another run, as `bench/results.json` holds them.
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const Results = z.object({
  at: z.string(),
  figures: z.array(
    z.object({
      name: z.string(),
      rows: z.array(z.object({ name: z.string(), value: z.number(), unit: z.string().optional() })),
    }),
  ),
})
export type Results = z.infer<typeof Results>

/** @throws {Error} with a sentence for who named the file. */
export function readResults(file: string): Results {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`)
  }
  try {
    return Results.parse(JSON.parse(text))
  } catch {
    throw new Error(`${file} holds no results of this bench; each run leaves them in bench/results.json.`)
  }
}

// The tool that stores a picture or video.
import { z } from 'zod'
import { ADDS, type Place, type Tool, tool, WrongInput } from './tool.ts'

export function uploadMedia({ readFile }: Place): Tool {
  const about = {
    title: z.string().max(255).optional(),
    alt_text: z
      .string()
      .max(1000)
      .optional()
      .describe('What the picture or video shows, for people who cannot see it. Please always give it.'),
  }
  const address = z.url({ protocol: /^https?$/ }).describe('A public http or https address; the service fetches it.')
  const path = z.string().min(1).optional().describe('Path of a file on this machine.')
  // By HTTP there are no files, and the address has to be given.
  const uploadInput = z.object(
    readFile ? { file: path, url: address.optional(), ...about } : { url: address, ...about },
  ) as unknown as z.ZodObject<{ file: typeof path; url: z.ZodOptional<typeof address> } & typeof about>
  return tool({
    name: 'upload_media',
    title: 'Upload a picture or video',
    description: readFile
      ? 'Stores a file from this machine (file) or from a public address (url), and returns its id for posts. Give exactly one of the two.'
      : 'Stores the file at a public address, and returns its id for posts.',
    annotations: ADDS,
    input: uploadInput,
    run: async (publisher, { file, url, title, alt_text: description }, signal) => {
      if ((file === undefined) === (url === undefined)) throw new WrongInput('Give either file or url.')
      const stored =
        file !== undefined && readFile
          ? await readFile(file).then(({ name, bytes }) =>
              publisher.upload(bytes, name, { title, description, signal }),
            )
          : await publisher.uploadFrom(url!, { title, description }, { signal })
      return {
        media_id: stored.id,
        content_type: stored.content_type,
        size_bytes: stored.size_bytes,
        alt_text: stored.alt_text,
      }
    },
  })
}

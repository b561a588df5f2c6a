// Files that a `BucketDeployment` of the template puts into its bucket: those of its assets, with the headers it names. As at
// AWS, files that were put there before stay unless it says otherwise.
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { State } from '../state.ts'
import { read, type Template } from '../template.ts'
import { wildcard } from '../wildcard.ts'

const flag = z.union([z.boolean(), z.stringbool()])
const Deployment = z.object({
  SourceObjectKeys: z.array(z.string()),
  DestinationBucketName: z.string(),
  DestinationBucketKeyPrefix: z.string().default(''),
  // The files that it would remove are not known here, so it must not be asked to.
  Prune: flag.pipe(z.literal(false)),
  Exclude: z.array(z.string()).default([]),
  Include: z.array(z.string()).default([]),
  SystemMetadata: z
    .strictObject({ 'cache-control': z.string().optional(), 'content-encoding': z.string().optional() })
    .default({}),
  SourceMarkers: z.array(z.record(z.string(), z.string())).optional(),
})

/** As the AWS command line guesses them, by the ending. */
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/vnd.microsoft.icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain',
  '.md': 'text/markdown',
  '.webmanifest': 'application/manifest+json',
}

const fits = (pattern: string, name: string): boolean => wildcard(pattern).test(name)

/** The later of two fitting filters counts: first all that leave out, then all that take in. */
const isTaken = (name: string, { Exclude, Include }: z.infer<typeof Deployment>): boolean =>
  Include.some((pattern) => fits(pattern, name)) || !Exclude.some((pattern) => fits(pattern, name))

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Files that are deployed as in the template are not deployed again, as at AWS. @param objects address of the object store. */
export async function deployFiles(template: Template, objects: string, state: State): Promise<void> {
  const deployed = state.collection<string>('deployed-files')
  for (const resource of template.resources('Custom::CDKBucketDeployment')) {
    // Assets are named by what is in them.
    const wanted = JSON.stringify(resource.properties)
    if (deployed.get(resource.id) === wanted) continue
    const deployment = read(resource, Deployment)
    const { SourceObjectKeys, DestinationBucketName: bucket, DestinationBucketKeyPrefix: prefix } = deployment
    for (const folder of SourceObjectKeys.map(template.assetOf)) {
      for (const file of filesBelow(folder)) {
        const name = relative(folder, file).replaceAll('\\', '/')
        if (!isTaken(name, deployment)) continue
        const reply = await fetch(
          `${objects}/${bucket}/${prefix}${name.split('/').map(encodeURIComponent).join('/')}`,
          {
            method: 'PUT',
            body: Readable.toWeb(createReadStream(file)) as ReadableStream,
            duplex: 'half',
            headers: {
              'Content-Type': TYPES[extname(name)] ?? 'binary/octet-stream',
              'Content-Length': String(statSync(file).size),
              ...deployment.SystemMetadata,
            },
          } as RequestInit,
        )
        if (!reply.ok) throw new Error(`${name} could not be put into ${bucket}: ${reply.status} ${await reply.text()}`)
      }
    }
    deployed.put(resource.id, wanted)
  }
}

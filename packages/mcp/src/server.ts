// The MCP server, however it is reached.

import { McpServer } from '@modelcontextprotocol/server'
import { type Publisher, PublisherError } from '@social-publisher/client'
import manifest from '../package.json' with { type: 'json' }
import { type Place, problemOf, toolsAt } from './tools.ts'

export const VERSION = manifest.version
/** The list of tools is the same until the next version. */
const TOOLS_LAST_MS = 3_600_000

const INSTRUCTIONS =
  'Publishes to the social media accounts of the user. Begin with list_accounts. Upload media, check with validate_post, show the user what will be published where, then publish_post or schedule_post. Report the outcome of each account; never say that a post is live before its state is published.'

/** @param ended told of each call of a tool whether the service did not accept its key. */
export function createServer(
  publisher: Publisher,
  place: Place,
  ended: (refused: boolean) => void = () => undefined,
): McpServer {
  const server = new McpServer(
    { name: 'social-publisher', title: 'Social Publisher', version: VERSION },
    // The list never changes. A program that is told otherwise asks for its changes, and is refused.
    {
      capabilities: { tools: { listChanged: false } },
      instructions: INSTRUCTIONS,
      cacheHints: { 'tools/list': { ttlMs: TOOLS_LAST_MS, cacheScope: 'public' } },
    },
  )
  for (const { name, title, description, annotations, input, run } of toolsAt(place)) {
    server.registerTool(
      name,
      // A field that a tool does not know is refused: if its scheduled_at or its pictures were dropped, the post would go out wrong.
      { title, description, annotations: { title, ...annotations }, inputSchema: input.strict() },
      async (given, context) => {
        try {
          const result = (await run(publisher, given as never, context.mcpReq.signal)) as Record<string, unknown>
          ended(false)
          return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result }
        } catch (error) {
          ended(error instanceof PublisherError && error.status === 401)
          const problem = problemOf(error, {
            changes: !annotations.readOnlyHint,
            hasKey: 'idempotency_key' in input.shape,
          })
          return {
            isError: true,
            content: [{ type: 'text', text: JSON.stringify(problem) }],
            structuredContent: problem,
          }
        }
      },
    )
  }
  return server
}

// zod schemas as the JSON Schema of the document.
import { z } from 'zod'

export type Json = Record<string, unknown>

/** Named schemas that were met on the way, for `components.schemas`. */
export type Named = Map<string, Json>

/** `{"anyOf":[{"type":"integer"},{"type":"null"}]}` reads better as `{"type":["integer","null"]}`. */
function withShortNull(schema: Json): Json {
  const [first, second, ...more] = (schema.anyOf ?? []) as Json[]
  if (!first || second?.type !== 'null' || more.length > 0) return schema
  if (typeof first.type !== 'string' || first.enum || first.const) return schema
  const { anyOf: _both, ...rest } = schema
  return { ...first, ...rest, type: [first.type, 'null'] }
}

/** Keywords whose value is no schema. */
const VERBATIM = ['enum', 'const', 'default', 'examples', 'required']

function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy)
  if (typeof value !== 'object' || value === null) return value
  const { $schema: _dialect, $defs: _named, id: _id, ...rest } = value as Json
  const schema: Json = {}
  for (const [keyword, inner] of Object.entries(rest)) {
    if (keyword === 'properties') schema.properties = tidyAll(inner as Json)
    else schema[keyword] = VERBATIM.includes(keyword) ? inner : tidy(inner)
  }
  if (typeof schema.$ref === 'string') schema.$ref = schema.$ref.replace('#/$defs/', '#/components/schemas/')
  // zod's pattern of a UUID says nothing that the format does not.
  if (schema.format === 'uuid') delete schema.pattern
  if (schema.type === 'integer') {
    if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
    // A parameter that is sent as text is documented with all its bounds.
    if (schema.maximum === Number.MAX_SAFE_INTEGER && !('preset' in schema)) delete schema.maximum
    delete schema.pattern
  }
  if ('preset' in schema) {
    schema.default = schema.preset
    delete schema.preset
  }
  return withShortNull(schema)
}

/** A map of schemas: its names are no keywords, so one of them may be `id`. */
const tidyAll = (schemas: Json): Json =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, tidy(schema)]))

/**
 * @param io `input`: what a caller sends, where an unknown field is refused. `output`: what is answered, which may gain
 * fields in a later version.
 */
export function jsonSchemaOf(schema: z.core.$ZodType, io: 'input' | 'output', named: Named): Json {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  }) as Json
  for (const [name, inner] of Object.entries(tidyAll((made.$defs ?? {}) as Json))) named.set(name, inner as Json)
  return tidy(made) as Json
}

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

/** The largest number of 32 bits. Code generators use this size for an integer whose size the document does not give. */
const MAX_INT32 = 2 ** 31 - 1

/** The same numbers, for code generators: a whole number is one, and none is cut or rounded. */
function withNumberSize(schema: Json): Json {
  const { type, format, enum: values, maximum } = schema
  const kinds = [type].flat().filter((kind) => kind !== 'null')
  if (kinds.length !== 1 || format !== undefined) return schema
  if (kinds[0] === 'number' && Array.isArray(values)) {
    return values.every((value) => Number.isSafeInteger(value)) ? { ...schema, type: 'integer' } : schema
  }
  if (kinds[0] === 'number') return { ...schema, format: 'double' }
  const small = typeof maximum === 'number' && maximum <= MAX_INT32
  return kinds[0] === 'integer' && !small && !values ? { ...schema, format: 'int64' } : schema
}

/**
 * The one boolean that is allowed, said by the other that is not: openapi-generator makes of `const` an enumeration of words,
 * so that its clients for Python refuse every answer and those for Java do not compile.
 */
export const onlyBoolean = (value: boolean): Json => ({ type: 'boolean', not: { const: !value } })

function withPlainBoolean(schema: Json): Json {
  const { const: value, ...rest } = schema
  return schema.type === 'boolean' && typeof value === 'boolean' ? { ...rest, ...onlyBoolean(value) } : schema
}

/** `{"type":["string","number","boolean"]}` as alternatives: generators know one type, or one and null. */
function withTypesApart(schema: Json): Json {
  const { type, ...rest } = schema
  const types = [type].flat()
  return types.length > 2 ? { ...rest, anyOf: types.map((one) => ({ type: one })) } : schema
}

/** Keywords whose value is no schema. */
const VERBATIM = ['enum', 'const', 'default', 'examples', 'required']

type Direction = 'input' | 'output'

function tidy(value: unknown, io: Direction): unknown {
  if (Array.isArray(value)) return value.map((inner) => tidy(inner, io))
  if (typeof value !== 'object' || value === null) return value
  const { $schema: _dialect, $defs: _named, id: _id, ...rest } = value as Json
  const schema: Json = {}
  for (const [keyword, inner] of Object.entries(rest)) {
    if (keyword === 'properties') schema.properties = tidyAll(inner as Json, io)
    else schema[keyword] = VERBATIM.includes(keyword) ? inner : tidy(inner, io)
  }
  if (typeof schema.$ref === 'string') schema.$ref = schema.$ref.replace('#/$defs/', '#/components/schemas/')
  // zod's pattern of a UUID says nothing that the format does not.
  if (schema.format === 'uuid') delete schema.pattern
  if (schema.type === 'integer') {
    // A request beyond what a number holds exactly is refused, so its bounds are written down; an answer never is.
    if (io === 'output' && schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
    if (io === 'output' && schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
    delete schema.pattern
  }
  if ('preset' in schema) {
    schema.default = schema.preset
    delete schema.preset
  }
  return [withShortNull, withTypesApart, withNumberSize, withPlainBoolean].reduce((made, step) => step(made), schema)
}

/** A map of schemas: its names are no keywords, so one of them may be `id`. */
const tidyAll = (schemas: Json, io: Direction): Json =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, tidy(schema, io)]))

/**
 * @param io `input`: what a caller sends, where an unknown field is refused. `output`: what is answered, which may gain
 * fields in a later version.
 */
export function jsonSchemaOf(schema: z.core.$ZodType, io: Direction, named: Named): Json {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  }) as Json
  for (const [name, inner] of Object.entries(tidyAll((made.$defs ?? {}) as Json, io))) named.set(name, inner as Json)
  return tidy(made, io) as Json
}

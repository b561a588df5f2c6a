// Fields of a platform's reply that may be missing or wrong without making the rest useless.
import * as z from 'zod/mini'

/** The value where it is as described, else `otherwise`. zod's own `catch` brings every tool of zod into a bundle. */
export const lenient = <T, Else>(schema: z.ZodMiniType<T>, otherwise: Else) =>
  z.transform((value): T | Else => {
    const { success, data } = schema.safeParse(value)
    return success ? data : otherwise
  })

/** The value if it is present and as described. */
export const optional = <T>(schema: z.ZodMiniType<T>) =>
  lenient<T | undefined, undefined>(z.optional(schema), undefined)

/** A number, also where it is written as text. */
export const numeric = z.lazy(() => z.pipe(z.transform(Number), z.number()))

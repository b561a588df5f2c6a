// The paging parameters that all lists share.
import { z } from 'zod'

const whole = (name: string, min: number, max: number, preset: number) =>
  z
    .string()
    .optional()
    .transform((value, context): number => {
      if (value === undefined) return preset
      const number = Number(value)
      if (/^\d+$/.test(value) && number >= min && number <= max) return number
      const code = /^-?\d+$/.test(value) ? (number < min ? 'too_small' : 'too_big') : 'invalid_type'
      const rule = max === Number.MAX_SAFE_INTEGER ? `at least ${min}` : `from ${min} to ${max}`
      context.addIssue({
        code: 'custom',
        params: { code },
        message: `${name} must be a whole number ${rule}; it is ${JSON.stringify(value)}.`,
      })
      return z.NEVER
    })

/** `page`, from 1. */
export const PageParameter = whole('page', 1, Number.MAX_SAFE_INTEGER, 1)
/** `limit`, 1 to 100. */
export const LimitParameter = whole('limit', 1, 100, 20)

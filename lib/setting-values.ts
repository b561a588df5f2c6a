// The kinds of values that settings take, each with the words in which a wrong one is refused.
import { z } from 'zod'

export const yesOrNo = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')], {
  error: 'must be true or false',
})
/** A number, or the digits of one: made of anything else, `true` would be 1. */
const number = (error: string) => z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)], { error })
export const whole = (smallest: number, largest: number) => {
  const error = `must be a whole number from ${smallest} to ${largest}`
  return number(error).pipe(z.number(error).int(error).min(smallest, error).max(largest, error))
}
export const oneOf = (known: readonly number[]) => {
  const error = `must be one of ${known.join(', ')}`
  return number(error).refine((value) => known.includes(value), error)
}
/** @param shown the values to name, where not all are for an operator. */
export const word = <const Words extends readonly [string, ...string[]]>(
  known: Words,
  shown: readonly string[] = known,
) => z.enum(known, { error: `must be ${listed(shown)}` })
const listed = (words: readonly string[]) => new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words)
export const origin = z
  .string()
  .refine(
    (text) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text,
    'must be an origin such as https://graph.example.com',
  )
export const domain = z
  .string()
  .regex(/^(?!-)([a-z0-9-]{1,63}\.)+[a-z]{2,}$/, 'must be a host name in lower case such as api.example.com')
export const certificate = z
  .string()
  .regex(/^arn:aws:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/, 'must be the ARN of a certificate in ACM')
export const cdnCertificate = certificate.refine(
  (arn) => arn.startsWith('arn:aws:acm:us-east-1:'),
  'must be one of us-east-1, where CloudFront looks for it',
)
export const secretArn = z
  .string()
  .regex(
    /^arn:aws:(ssm:[a-z0-9-]+:\d{12}:parameter\/|secretsmanager:[a-z0-9-]+:\d{12}:secret:)[\w/.+=@-]+$/,
    'must be the ARN of an SSM parameter or of a secret in Secrets Manager, never the secret itself',
  )
export const address = z.url({
  protocol: /^https$/,
  error: 'must be an https address such as https://login.example.com',
})
export const appId = z.string().regex(/^\d{5,20}$/, 'must be the number of the app, 5 to 20 digits')
export const apiVersion = z.string().regex(/^v\d+\.\d+$/, 'must look like v26.0')

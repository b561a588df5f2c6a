// The message for an operator when AWS cannot be asked at all.
import { describe, expect, it } from 'vitest'
import { reasonOf } from '../../../bin/admin/reason.ts'

const named = (name: string, message: string) => Object.assign(new Error(message), { name })

describe('the reason of a command that failed', () => {
  it.each([
    [named('Error', 'Region is missing'), 'No region: give --region REGION, or set AWS_REGION.'],
    [
      named('CredentialsProviderError', 'Could not load credentials from any providers'),
      'No AWS credentials: set AWS_PROFILE or log in (aws sso login), then try again.',
    ],
    // https://docs.aws.amazon.com/cli/latest/reference/configure/export-credentials.html
    [
      named(
        'CredentialsProviderError',
        'Profile ops requires multi-factor authentication, but no MFA code callback was provided.',
      ),
      'eval "$(aws configure export-credentials --profile ops --format env)"',
    ],
    [named('ExpiredToken', 'The security token included in the request is expired'), 'have expired: log in again.'],
    [named('UnrecognizedClientException', 'The security token is invalid.'), 'AWS does not know these credentials'],
  ])('says what to do, and how the local service is meant: %s', (error, said) => {
    expect(reasonOf(error)).toContain(said)
    expect(reasonOf(error)).toContain('--local')
    expect(reasonOf(error)).not.toContain(error.message)
  })

  it('is the first line of any other', () => {
    const denied = named('AccessDeniedException', 'User: x is not authorized to perform: sqs:SendMessage\nmore')
    expect(reasonOf(denied)).toBe('User: x is not authorized to perform: sqs:SendMessage')
    expect(reasonOf(named('Odd', ''))).toBe('Odd')
  })
})

// The errors of the AWS SDK for a missing or unknown region or missing credentials, in words that say what to do.

/** @returns undefined for any other error. */
export function wantOf(error: unknown): string | undefined {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
  if (/^Region is missing/.test(message)) return 'No region: give --region REGION, or set AWS_REGION.'
  const [, host] = /^getaddrinfo (?:ENOTFOUND|EAI_AGAIN) (\S+\.amazonaws\.com)$/.exec(message) ?? []
  if (host !== undefined) return `${host} cannot be found: is this machine online, and is there such a region?`
  const [, profile] = /^Profile (.+) requires multi-factor authentication/.exec(message) ?? []
  if (profile !== undefined)
    return `The profile ${profile} asks for a code (MFA), which cannot be entered here. Have the AWS command line ask for it, then try again: eval "$(aws configure export-credentials --profile ${profile} --format env)"`
  if (name === 'CredentialsProviderError')
    return 'No AWS credentials: set AWS_PROFILE or log in (aws sso login), then try again.'
  if (/^(ExpiredToken|ExpiredTokenException|RequestExpired|TokenProviderError)$/.test(name))
    return 'The AWS credentials have expired: log in again.'
  if (/^(InvalidClientTokenId|UnrecognizedClientException|SignatureDoesNotMatch|AuthFailure)$/.test(name))
    return 'AWS does not know these credentials, or this region is not switched on for them.'
  return undefined
}

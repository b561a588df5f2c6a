// The secrets of the platforms' apps, and of the sign-in provider, in SSM or Secrets Manager. The operator's command reads them with
// the operator's rights; of the functions only those that connect accounts or sign people in may.

/** A secret that cannot be read. The message says why, and never holds anything of the secret. */
export class SecretUnreadable extends Error {}

/** These credentials may not read it. Others may: a function reads it in its own role. */
export class SecretDenied extends SecretUnreadable {}

const ARN = /^arn:aws[\w-]*:(ssm|secretsmanager):([a-z0-9-]+):\d{12}:/

const ABSENT = ['ParameterNotFound', 'ParameterVersionNotFound', 'ResourceNotFoundException']
const DENIED = /^AccessDenied/

const RIGHTS = { ssm: 'ssm:GetParameter', secretsmanager: 'secretsmanager:GetSecretValue' } as const
type Service = keyof typeof RIGHTS

// The clients are loaded when they are needed: most requests to a function that may read a secret read none.
async function parameterAt(arn: string, region: string): Promise<string | undefined> {
  const { readParameter } = await import('./read-parameter.ts')
  const { type, value } = await readParameter(arn, region)
  if (type !== 'SecureString') {
    throw new SecretUnreadable(`the parameter ${arn} is of type ${type}: make it a SecureString.`)
  }
  return value
}

async function secretAt(arn: string, region: string): Promise<string | undefined> {
  const { readSecret } = await import('./read-secret.ts')
  const text = await readSecret(arn, region)
  return text === undefined ? undefined : onlyValue(text, arn)
}

/** The console of Secrets Manager makes an object of name and value, even of one secret. */
function onlyValue(text: string, arn: string): string {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return text
  }
  if (typeof parsed !== 'object' || parsed === null) return text
  const [value, ...more] = Object.values(parsed)
  if (typeof value !== 'string' || more.length > 0) {
    throw new SecretUnreadable(`${arn} has more than one value: store only the app's secret in it.`)
  }
  return value
}

function unreadable(error: unknown, service: Service, arn: string): SecretUnreadable {
  if (error instanceof SecretUnreadable) return error
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
  if (DENIED.test(name)) {
    const needs = `${RIGHTS[service]} on it, and kms:Decrypt on its key`
    return new SecretDenied(`these AWS credentials may not read ${arn}; they need ${needs}.`, { cause: error })
  }
  const reason = ABSENT.includes(name) ? `there is nothing at ${arn}.` : `${name}: ${message.split('\n')[0]}`
  return new SecretUnreadable(reason, { cause: error })
}

/**
 * Reads a SecureString parameter or a secret, wherever it is.
 * @throws {SecretUnreadable}
 */
export async function readAppSecret(arn: string): Promise<string> {
  const [, service, region] = ARN.exec(arn) ?? []
  // The text in its place may be the secret itself: it is not repeated.
  if (!service || !region) throw new SecretUnreadable('it is not the ARN of a parameter in SSM or of a secret.')
  const read = service === 'ssm' ? parameterAt : secretAt
  const value = await read(arn, region).catch((error: unknown) => {
    throw unreadable(error, service as Service, arn)
  })
  const secret = value?.trim() ?? ''
  if (!/^[\x21-\x7e]+$/.test(secret))
    throw new SecretUnreadable(`the value of ${arn} is empty, or has spaces or line breaks.`)
  return secret
}

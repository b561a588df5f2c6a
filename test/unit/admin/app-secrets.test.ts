import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import { readAppSecret, SecretUnreadable } from '../../../core/aws/app-secrets.ts'

const PARAMETER = 'arn:aws:ssm:eu-west-3:111122223333:parameter/social/instagram-secret'
const SECRET = 'arn:aws:secretsmanager:ap-south-1:111122223333:secret:social/threads-a1B2c3'
const VALUE = '0123456789abcdef0123456789abcdef'

const ssm = mockClient(SSMClient)
const manager = mockClient(SecretsManagerClient)
beforeEach(() => {
  Object.assign(process.env, { AWS_REGION: 'us-east-1' })
  ssm.reset()
  manager.reset()
})

const named = (name: string, message = 'as AWS says it') => Object.assign(new Error(message), { name })
const parameter = (Value: string | undefined, Type: 'SecureString' | 'String' = 'SecureString') =>
  ssm.on(GetParameterCommand).resolves({ Parameter: { Type, Value } })
const secret = (SecretString?: string) => manager.on(GetSecretValueCommand).resolves({ SecretString })

describe("the secret of a platform's app", () => {
  it('is read from a SecureString parameter, in the region of its ARN', async () => {
    parameter(`${VALUE}\n`)
    expect(await readAppSecret(PARAMETER)).toBe(VALUE)
    const [call] = ssm.commandCalls(GetParameterCommand)
    expect(call!.args[0].input).toEqual({ Name: PARAMETER, WithDecryption: true })
    expect(await (call!.thisValue as SSMClient).config.region()).toBe('eu-west-3')
  })

  it.each([
    ['alone', VALUE],
    ['as the console makes it', JSON.stringify({ THREADS_APP_SECRET: VALUE })],
  ])('is read from Secrets Manager: %s', async (_how, text) => {
    secret(text)
    expect(await readAppSecret(SECRET)).toBe(VALUE)
    const [call] = manager.commandCalls(GetSecretValueCommand)
    expect(call!.args[0].input).toEqual({ SecretId: SECRET })
    expect(await (call!.thisValue as SecretsManagerClient).config.region()).toBe('ap-south-1')
  })

  it('may be all digits, which JSON takes for a number', async () => {
    const digits = '12345678901234567890123456789012'
    secret(digits)
    expect(await readAppSecret(SECRET)).toBe(digits)
  })

  const refused = async (arn: string) => {
    const error = await readAppSecret(arn).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SecretUnreadable)
    expect(String((error as Error).stack)).not.toContain(VALUE)
    return (error as Error).message
  }

  it('must be there', async () => {
    ssm.on(GetParameterCommand).rejects(named('ParameterNotFound'))
    expect(await refused(PARAMETER)).toBe(`there is nothing at ${PARAMETER}.`)
    manager.on(GetSecretValueCommand).rejects(named('ResourceNotFoundException'))
    expect(await refused(SECRET)).toBe(`there is nothing at ${SECRET}.`)
  })

  it('names the right that is missing', async () => {
    ssm.on(GetParameterCommand).rejects(named('AccessDeniedException'))
    expect(await refused(PARAMETER)).toContain('and kms:Decrypt on its key')
    expect(await refused(PARAMETER)).toContain('ssm:GetParameter')
    manager.on(GetSecretValueCommand).rejects(named('AccessDeniedException'))
    expect(await refused(SECRET)).toContain('secretsmanager:GetSecretValue')
  })

  it('says in one line what else AWS has against it', async () => {
    manager.on(GetSecretValueCommand).rejects(named('InvalidRequestException', 'It is to be deleted.\nSoon.'))
    expect(await refused(SECRET)).toBe('InvalidRequestException: It is to be deleted.')
  })

  it('must lie encrypted', async () => {
    parameter(VALUE, 'String')
    expect(await refused(PARAMETER)).toContain('is of type String: make it a SecureString')
  })

  it.each([
    ['two values', JSON.stringify({ id: '1', secret: VALUE }), 'has more than one value'],
    ['no text', JSON.stringify({ secret: { of: VALUE } }), 'has more than one value'],
    ['nothing', '  ', 'is empty, or has spaces or line breaks'],
    ['a sentence', `the secret is ${VALUE}`, 'is empty, or has spaces or line breaks'],
    ['bytes', undefined, 'is empty, or has spaces or line breaks'],
  ])('is not guessed from %s', async (_what, text, reason) => {
    secret(text)
    expect(await refused(SECRET)).toContain(reason)
  })

  it.each([VALUE, '', 'arn:aws:s3:::bucket/secret', `arn:aws:ssm:eu-west-3:parameter/${VALUE}`])(
    'is not repeated where an ARN should stand',
    async (arn) => {
      expect(await refused(arn)).toBe('it is not the ARN of a parameter in SSM or of a secret.')
      expect(ssm.calls().length + manager.calls().length).toBe(0)
    },
  )
})

// SSM and Secrets Manager, as far as the operator's command asks them: the secrets of the simulated platforms' apps.
import { SIMULATED_APPS } from '../simulated-apps.ts'
import { AwsError, type Operation } from './aws-error.ts'

const secretAt = (arn: unknown): string | undefined =>
  Object.values(SIMULATED_APPS).find(({ secretArn }) => secretArn === arn)?.secret

/** Operations by the target that names them. */
export const SECRET_OPERATIONS: Readonly<Record<string, Operation>> = {
  'AmazonSSM.GetParameter': (input) => {
    const { Name, WithDecryption } = input as { Name?: string; WithDecryption?: boolean }
    const secret = secretAt(Name)
    if (secret === undefined) throw new AwsError(400, 'ParameterNotFound', `Parameter ${Name} not found.`)
    const Value = WithDecryption ? secret : Buffer.from(secret).toString('base64')
    return {
      Parameter: { ARN: Name, Name: Name?.replace(/^.*:parameter/, ''), Type: 'SecureString', Value, Version: 1 },
    }
  },
  'secretsmanager.GetSecretValue': (input) => {
    const { SecretId } = input as { SecretId?: string }
    const SecretString = secretAt(SecretId)
    if (SecretString === undefined) {
      throw new AwsError(400, 'ResourceNotFoundException', "Secrets Manager can't find the specified secret.")
    }
    return { ARN: SecretId, Name: SecretId?.replace(/^.*:secret:|-\w{6}$/g, ''), SecretString }
  },
}

// The defaults of every function: runtime, architecture, a log group of its own, a role that can do nothing else yet.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  type FunctionProps,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { ENV } from '../core/contract.ts'
import type { Settings } from './settings.ts'

export interface AppFunctionProps extends Partial<Omit<FunctionProps, 'code' | 'environment'>> {
  settings: Settings
  /** Name of the bundle in `dist/<architecture>`, e.g. `api-media-create`. */
  bundle: string
}

const processorOf = ({ architecture }: Settings): string => (architecture === 'host' ? process.arch : architecture)

/** The folder in which the build puts the bundles of an architecture. */
const bundleDirectory = (architecture: Settings['architecture'], bundle: string): string =>
  join(import.meta.dirname, '..', 'dist', architecture, bundle)

export class AppFunction extends LambdaFunction {
  readonly bundle: string

  constructor(scope: Construct, id: string, { settings, bundle, ...props }: AppFunctionProps) {
    const directory = bundleDirectory(settings.architecture, bundle)
    if (!existsSync(directory)) {
      throw new Error(`The bundle ${bundle} is missing in dist/${settings.architecture}: run "npm run build" first.`)
    }
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    // A role of our own instead of the managed one, which may write to every log group of the account.
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
    logGroup.grantWrite(role)
    super(scope, id, {
      runtime: Runtime.NODEJS_24_X,
      architecture: processorOf(settings) === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64,
      code: Code.fromAsset(directory),
      handler: 'index.handler',
      memorySize: 256,
      timeout: Duration.seconds(15),
      loggingFormat: LoggingFormat.JSON,
      // Lambda itself drops lines below its own level, and takes a line without a level for INFO: above INFO it would drop lines
      // that are metrics. The logger of the functions filters by the setting.
      applicationLogLevelV2: settings.logLevel === 'DEBUG' ? ApplicationLogLevel.DEBUG : ApplicationLogLevel.INFO,
      logGroup,
      role,
      environment: { [ENV.logLevel]: settings.logLevel },
      tracing: settings.tracing ? Tracing.ACTIVE : undefined,
      ...props,
    })
    this.bundle = bundle
  }
}

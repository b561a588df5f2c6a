// The log group that API Gateway writes its own errors to. Were it not here when the stage is made, the gateway would make it,
// and it would never expire and outlive the stack.
import { Fn, RemovalPolicy } from 'aws-cdk-lib'
import type { Stage } from 'aws-cdk-lib/aws-apigateway'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { API_STAGE } from '../core/contract.ts'
import type { Settings } from './settings.ts'

export class ExecutionLogs extends Construct {
  constructor(scope: Construct, id: string, { settings, stage }: { settings: Settings; stage: Stage }) {
    super(scope, id)
    const logs = new LogGroup(this, 'Group', {
      // The name that the gateway expects.
      logGroupName: Fn.join('', ['API-Gateway-Execution-Logs_', stage.restApi.restApiId, '/', API_STAGE]),
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    stage.node.addDependency(logs)
  }
}

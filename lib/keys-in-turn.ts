// The order in which the gateway's keys and usage plans are made.
import type { CfnResource } from 'aws-cdk-lib'
import { CfnApiKey, CfnUsagePlan, CfnUsagePlanKey } from 'aws-cdk-lib/aws-apigateway'
import type { IConstruct } from 'constructs'

/** Each waits for the one before it. */
const chain = (resources: readonly CfnResource[]): void => {
  for (const [at, resource] of resources.entries()) {
    const before = resources[at - 1]
    if (before) resource.addResourceDependency(before)
  }
}

/**
 * Has CloudFormation make the keys below a construct one after another, and put them into plans one after another. By default it
 * does so all at once, but API Gateway takes one at a time in an account and region: the others fail, and with them the deployment
 * (aws-facts, section 15).
 */
export function makeInTurn(scope: IConstruct): void {
  const all = scope.node.findAll()
  chain(all.filter((one) => one instanceof CfnApiKey))
  chain([...all.filter((one) => one instanceof CfnUsagePlan), ...all.filter((one) => one instanceof CfnUsagePlanKey)])
}

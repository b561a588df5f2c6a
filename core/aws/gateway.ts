// API Gateway's control plane: keys and usage plans. Only the operator's command calls it; its rates are far too low for
// requests (5 new keys a second in an AWS account).
import {
  APIGatewayClient,
  ConflictException,
  CreateApiKeyCommand,
  CreateUsagePlanCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  GetUsagePlansCommand,
  LimitExceededException,
  NotFoundException,
  type ThrottleSettings,
} from '@aws-sdk/client-api-gateway'

/** One change of plans runs at a time in an account and region: another is refused so (aws-facts, section 15). */
const isBusy = (error: unknown): error is ConflictException =>
  error instanceof ConflictException && /concurrent modification/.test(error.message)

let gateway: APIGatewayClient | undefined
const client = (): APIGatewayClient => {
  if (gateway) return gateway
  gateway = new APIGatewayClient({ maxAttempts: 6 })
  // The SDK repeats what is marked so, with growing pauses.
  gateway.middlewareStack.add(
    (next) => async (call) => {
      try {
        return await next(call)
      } catch (error) {
        throw isBusy(error) ? Object.assign(error, { $retryable: { throttling: true } }) : error
      }
    },
    { step: 'deserialize', priority: 'high' },
  )
  return gateway
}

/** The AWS account holds as many keys or plans as it may. */
export class GatewayFull extends Error {
  constructor(cause: unknown) {
    super('API Gateway takes no more keys or usage plans', { cause })
    this.name = 'GatewayFull'
  }
}

const full = (error: unknown): never => {
  throw error instanceof LimitExceededException ? new GatewayFull(error) : error
}

/** @returns the id of the usage plan of that name, if there is one. */
export async function findUsagePlan(name: string): Promise<string | undefined> {
  let position: string | undefined
  do {
    const page = await client().send(new GetUsagePlansCommand({ limit: 500, position }))
    const found = page.items?.find((plan) => plan.name === name)
    if (found) return found.id
    position = page.position
  } while (position)
  return undefined
}

/** @throws {GatewayFull} */
export async function createUsagePlan(plan: {
  name: string
  throttle: ThrottleSettings
  apiId: string
  stage: string
}): Promise<string> {
  const reply = await client()
    .send(
      new CreateUsagePlanCommand({
        name: plan.name,
        throttle: plan.throttle,
        apiStages: [{ apiId: plan.apiId, stage: plan.stage }],
      }),
    )
    .catch(full)
  return String(reply.id)
}

/** Makes a key of this value and puts it into the plan. @throws {GatewayFull} */
export async function createGatewayKey(key: { name: string; value: string; planId: string }): Promise<string> {
  const reply = await client()
    .send(new CreateApiKeyCommand({ name: key.name, value: key.value, enabled: true }))
    .catch(full)
  const id = String(reply.id)
  try {
    await client().send(new CreateUsagePlanKeyCommand({ usagePlanId: key.planId, keyId: id, keyType: 'API_KEY' }))
  } catch (error) {
    await deleteGatewayKey(id)
    throw error
  }
  return id
}

/** Deletes a key; one that is gone already is fine. */
export async function deleteGatewayKey(id: string): Promise<void> {
  await client()
    .send(new DeleteApiKeyCommand({ apiKey: id }))
    .catch((error: unknown) => {
      if (!(error instanceof NotFoundException)) throw error
    })
}

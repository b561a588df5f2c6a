// Keys mirrored into API Gateway, so that its usage plan stops floods before they cost much: one plan per rate.
import { createGatewayKey, createUsagePlan, deleteGatewayKey, findUsagePlan, GatewayFull } from '../aws/gateway.ts'
import { API_STAGE } from '../contract.ts'
import { DEFAULT_RATE_LIMIT } from './api-key.ts'
import { throttleOf } from './rules/throttle.ts'

/** The API that keys are mirrored for. */
export interface Gateway {
  stackName: string
  apiId: string
}

/**
 * Requests that the exact limit refuses take tokens too, and a few of them would empty the bucket of a small rate for minutes. So
 * small rates get the bucket of the usual rate, which costs no more than the floods of that rate do.
 */
const throttleFor = (perMinute: number) => throttleOf(Math.max(perMinute, DEFAULT_RATE_LIMIT))

async function planOf({ stackName, apiId }: Gateway, rateLimit: number): Promise<string> {
  const name = `${stackName}-rate-${rateLimit}`
  const found = await findUsagePlan(name)
  return found ?? createUsagePlan({ name, throttle: throttleFor(rateLimit), apiId, stage: API_STAGE })
}

/**
 * Makes the gateway's copy of a key; the key's id is its value, so nothing secret gets there.
 * @returns the gateway's id of it, or nothing when the gateway is full: such keys go by the shared key of the stack.
 */
export async function mirrorKey(gateway: Gateway, keyId: string, rateLimit: number): Promise<string | undefined> {
  try {
    const planId = await planOf(gateway, rateLimit)
    return await createGatewayKey({ name: `${gateway.stackName}-${keyId}`, value: keyId, planId })
  } catch (error) {
    if (error instanceof GatewayFull) return undefined
    throw error
  }
}

export const unmirrorKey = (gatewayKeyId: string): Promise<void> => deleteGatewayKey(gatewayKeyId)

// Keys mirrored into API Gateway, so that its usage plan stops floods before they cost much: one plan per rate.
import { createGatewayKey, createUsagePlan, deleteGatewayKey, findUsagePlan, GatewayFull } from '../aws/gateway.ts'
import { API_STAGE } from '../contract.ts'

/** The API that keys are mirrored for. */
export interface Gateway {
  stackName: string
  apiId: string
}

/** A bucket that by arithmetic never refuses what the exact limit admits: two full clock minutes may come back to back. */
const throttleOf = (perMinute: number) => ({ rateLimit: perMinute / 60, burstLimit: 2 * perMinute })

async function planOf({ stackName, apiId }: Gateway, rateLimit: number): Promise<string> {
  const name = `${stackName}-rate-${rateLimit}`
  const found = await findUsagePlan(name)
  return found ?? createUsagePlan({ name, throttle: throttleOf(rateLimit), apiId, stage: API_STAGE })
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

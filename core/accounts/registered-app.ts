// The app in whose name accounts are connected, where the operator has none: registered by the service itself, once for each host or
// once for all, and kept.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { decryptAppSecret, encryptAppSecret } from '../aws/secrets.ts'
import { ConditionFailed, get, put, remove } from '../aws/table.ts'
import { refuse } from '../errors.ts'
import { newId } from '../ids.ts'
import { log } from '../log.ts'
import { platformOf } from '../platforms/connectors.ts'
import { factsOf, type PlatformId } from '../platforms/facts.ts'
import type { PlatformApp } from '../platforms/sign-in.ts'
import { appKey } from '../table-keys.ts'
import { askedScopes } from './asked-scopes.ts'
import { notAnswering } from './not-answering.ts'

/** The use that an app is registered for. */
export interface AppUse {
  platform: PlatformId
  /** The origin of the host; absent where one app is for all. */
  host?: string
  redirectUri: string
}

/** A registration has this long, its write included; then another caller may register. */
const REGISTERING_MS = 30_000
/** A caller that finds a registration under way looks again this often, for this long. */
const LOOK_EVERY_MS = 250
const WAIT_MS = 12_000

/** An app names where it leads back to and what it asks for: with other settings it is another. */
export const useOf = ({ platform, redirectUri }: AppUse): string =>
  createHash('sha256')
    .update(JSON.stringify([redirectUri, askedScopes(platform)]))
    .digest('hex')
    .slice(0, 16)

const keyOf = (use: AppUse) => appKey(use.platform, use.host ?? '', useOf(use))
const contextOf = (use: AppUse): string => `${use.platform} ${use.host ?? ''} ${useOf(use)}`

/** The address of such an app's document. @see functions/api/connect-links.ts */
export const documentUrl = (use: AppUse): string =>
  new URL(`/api/v1/oauth/${use.platform}/${useOf(use)}/client-metadata.json`, use.redirectUri).href

async function keptApp(use: AppUse): Promise<PlatformApp | undefined> {
  const item = await get(keyOf(use))
  if (typeof item?.client_id !== 'string') return undefined
  return {
    client_id: item.client_id,
    client_secret: item.secret === '' ? '' : await decryptAppSecret(contextOf(use), String(item.secret)),
    ...(typeof item.document === 'string' ? { document: JSON.parse(item.document) as PlatformApp['document'] } : {}),
  }
}

/**
 * Takes the registration, unless it is done or somebody has it. One that is ours already stays ours: the SDK repeats a write whose
 * answer got lost.
 * @returns whether it is ours.
 */
async function takeRegistration(use: AppUse, by: string): Promise<boolean> {
  const now = Date.now()
  try {
    await put(
      { ...keyOf(use), registered_by: by, until: now + REGISTERING_MS },
      {
        ConditionExpression:
          'attribute_not_exists(pk) OR (attribute_not_exists(client_id) AND (#until < :now OR registered_by = :by))',
        ExpressionAttributeNames: { '#until': 'until' },
        ExpressionAttributeValues: { ':now': now, ':by': by },
      },
    )
    return true
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}

/** Only as long as the registration is still ours. */
const ours = (by: string) => ({
  ConditionExpression: 'registered_by = :by AND attribute_not_exists(client_id)',
  ExpressionAttributeValues: { ':by': by },
})

async function register(use: AppUse, by: string): Promise<PlatformApp> {
  const { platform, host, redirectUri } = use
  const { signIn } = await platformOf(platform)
  const facts = factsOf(platform)
  if (!signIn.registerApp) throw new Error(`${platform} registers no apps`)
  const answer = await signIn.registerApp({
    ...(host === undefined ? {} : { host }),
    redirect_uri: redirectUri,
    scopes: askedScopes(platform),
    document_url: documentUrl(use),
  })
  if (!answer.ok) {
    // The next who comes is to try at once.
    await remove(keyOf(use), ours(by)).catch((error: unknown) => {
      if (!(error instanceof ConditionFailed)) throw error
    })
    const { class: kind, message } = answer.error
    if (host !== undefined && (kind === 'permanent' || kind === 'owner_action')) {
      throw refuse('invalid_value', `host: ${message}`, 'host')
    }
    throw notAnswering(`${facts.display_name} cannot be asked now: ${message}`)
  }
  const app = answer.value
  await put(
    {
      ...keyOf(use),
      registered_by: by,
      registered_at: Date.now(),
      client_id: app.client_id,
      // An app without a secret: KMS encrypts no empty text.
      secret: app.client_secret === '' ? '' : await encryptAppSecret(contextOf(use), app.client_secret),
      ...(app.document ? { document: JSON.stringify(app.document) } : {}),
    },
    ours(by),
  )
  log.info('an app was registered', { platform, host: host ?? null })
  return app
}

/**
 * The app that is kept, or one that is registered now: one only, however many ask at once.
 * @throws {AppError} `platform_unavailable`; `invalid_value` for a host that is no server of the platform.
 */
export async function registeredApp(use: AppUse): Promise<PlatformApp> {
  const by = newId()
  const giveUpAt = Date.now() + WAIT_MS
  for (;;) {
    const kept = await keptApp(use)
    if (kept) return kept
    if (await takeRegistration(use, by)) {
      try {
        return await register(use, by)
      } catch (error) {
        // It took too long, and another caller has registered an app meanwhile: that one is used.
        if (!(error instanceof ConditionFailed)) throw error
        continue
      }
    }
    if (Date.now() > giveUpAt) {
      const { display_name } = factsOf(use.platform)
      throw notAnswering(`This service is being registered with ${display_name} at this moment; try again.`)
    }
    await sleep(LOOK_EVERY_MS)
  }
}

/** The host does not know the app any more. One that was registered meanwhile stays. */
export async function forgetApp(use: AppUse, app: PlatformApp): Promise<void> {
  await remove(keyOf(use), {
    ConditionExpression: 'client_id = :gone',
    ExpressionAttributeValues: { ':gone': app.client_id },
  }).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error
  })
}

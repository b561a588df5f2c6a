// account authorize, account finish-authorization: connecting an account by its platform's consent page.
import { accountView } from '../../core/accounts/account-view.ts'
import type { Callback } from '../../core/accounts/authorization.ts'
import { beginConnection } from '../../core/accounts/begin-connection.ts'
import { connectAllWithCode } from '../../core/accounts/connect-account.ts'
import { API_STAGE } from '../../core/contract.ts'
import type { Owner } from '../../core/owners/owner.ts'
import { requireOwner } from '../../core/owners/owners.ts'
import { PLATFORM_IDS, type PlatformId } from '../../core/platforms/facts.ts'
import { shown, shownAll } from './accounts.ts'
import { NoCallback, readCallback } from './callback.ts'
import { adminCall } from './called.ts'
import { type Call, type Outcome, oneOf, type Stack, type Terminal, WrongCall } from './command.ts'
import { readApp } from './platform-app.ts'

/** A page of ours that loads nothing from elsewhere: nobody else sees the code in its address. */
const landingPage = ({ baseUrl }: Stack): string => `${baseUrl}/${API_STAGE}/docs`

/** As given, letter by letter: the platform compares it with those of the app's settings. @throws {WrongCall} */
function redirectUri(given: string | undefined, stack: Stack): string {
  if (given === undefined) return landingPage(stack)
  const url = URL.parse(given)
  const usable = url?.protocol === 'https:' || (stack.local && url?.protocol === 'http:')
  if (!usable || given.includes('#') || url.username !== '') {
    throw new WrongCall(
      '--redirect-uri must be an https address without a fragment, one of those in the settings of the app.',
    )
  }
  return given
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

const nextCall = (owner: Owner, { options }: Stack): string =>
  ['account', 'finish-authorization', '--owner', owner.name, ...options].map(quoted).join(' ')

async function finish(owner: Owner, callback: Callback, stack: Stack): Promise<Outcome> {
  const operatorsApp = (platform: PlatformId) => readApp(stack, platform)
  const accounts = await connectAllWithCode({ ownerId: owner.id, operatorsApp, callback })
  return accounts.length === 1
    ? shown('Connected', accountView(accounts[0]))
    : shownAll(
        'Connected',
        accounts.map((account) => accountView(account)),
      )
}

/** Asks until an answer of the platform is pasted. */
async function askForCallback(terminal: Terminal, otherwise: string): Promise<Callback> {
  for (;;) {
    const pasted = await terminal.ask('Address you landed on: ')
    if (pasted === undefined) throw new Error(`Nothing is connected yet. To finish within the hour, run: ${otherwise}`)
    if (pasted === '') continue
    try {
      return readCallback(pasted)
    } catch (error) {
      if (!(error instanceof NoCallback)) throw error
      terminal.say(error.message)
    }
  }
}

export async function authorize({ options, stack, terminal }: Call): Promise<Outcome> {
  const platform = oneOf('platform', options.platform, PLATFORM_IDS)
  const redirect = redirectUri(options['redirect-uri'], stack)
  const owner = await requireOwner(options.owner as string)
  const { host, handle } = options
  const { url, expires_at } = await beginConnection({
    ownerId: owner.id,
    platform,
    redirectUri: redirect,
    named: { ...(host === undefined ? {} : { host }), ...(handle === undefined ? {} : { handle }) },
    operatorsApp: (id) => readApp(stack, id),
  })
  const next = `${adminCall()} ${nextCall(owner, stack)} --redirected-to 'ADDRESS'`
  const text = [
    'Open this address in a browser where the account is signed in, and agree:',
    '',
    url,
    '',
    `The browser then goes to ${redirect}, which must be a redirect address of the app; what that page shows does not matter.`,
  ].join('\n')
  if (!terminal) {
    return {
      json: { url, redirect_uri: redirect, expires_at },
      text: `${text}\nCopy the whole address from there and, within the hour, run:\n\n${next}`,
    }
  }
  terminal.say(`${text}\nCopy the whole address from there and paste it here.\n`)
  return finish(owner, await askForCallback(terminal, next), stack)
}

export async function finishAuthorization({ options, stack }: Call): Promise<Outcome> {
  const callback = readCallback(options['redirected-to'] as string)
  return finish(await requireOwner(options.owner as string), callback, stack)
}

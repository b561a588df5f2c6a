// The address on which a browser landed after the consent page, taken apart.
import type { Callback } from '../../core/accounts/authorization.ts'
import { WrongCall } from './command.ts'

const WHOLE = "Copy all of the browser's address bar, from https:// to the end."

/** The problem with a pasted address. The message does not repeat the address, which may contain a code. */
export class NoCallback extends WrongCall {}

/** @throws {NoCallback} if the address is not a platform's answer. */
export function readCallback(pasted: string): Callback {
  // Shells, chats and mail programs put such things around an address.
  const address = URL.parse(pasted.trim().replace(/^['"<]+|['">]+$/g, ''))
  if (!address || !/^https?:$/.test(address.protocol)) throw new NoCallback(`That is no address. ${WHOLE}`)
  const { searchParams } = address
  const get = (...names: string[]) => names.map((name) => searchParams.get(name)).find((value) => value) ?? undefined
  const callback: Callback = {
    state: get('state'),
    code: get('code'),
    error: get('error', 'error_code'),
    error_reason: get('error_reason'),
    error_description: get('error_description', 'error_message'),
  }
  if (callback.code || callback.error) return callback
  if (searchParams.has('client_id') || searchParams.has('next')) {
    throw new NoCallback('That is the address of the consent page: agree there, then copy the address you land on.')
  }
  throw new NoCallback(`There is no code in that address. ${WHOLE}`)
}

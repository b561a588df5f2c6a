// Signing in and out, and the accounts that the key can post to.
import { PublisherError } from '@social-publisher/client'
import { type Call, serviceOf } from '../call.ts'
import { removeProfile, saveProfile, serviceUrl } from '../config.ts'
import { table } from '../output.ts'
import { WrongCall } from '../problem.ts'
import { readText } from '../read-text.ts'
import { nameOf, stateOf } from '../targets.ts'

/** `login`, `logout` and `accounts`. */
export function addSignIn(call: Call): void {
  const { program, world, answer, tell, file, profileName, publisher } = call
  program
    .command('login')
    .description('keep the address of your service and a key, in a file that only you can read')
    .argument('<url>', 'address of the API, without /api')
    .option('--key-stdin', 'read the key from standard input')
    .action(async (address: string, { keyStdin }: { keyStdin?: boolean }) => {
      const url = serviceUrl(address)
      if (!keyStdin && !world.askSecret)
        throw new WrongCall('There is no terminal to ask for the key. Use --key-stdin.')
      const given = keyStdin
        ? readText(await world.input(), 'The key on standard input')
        : await world.askSecret!('API key: ')
      const key = given.trim()
      if (key === '') throw new WrongCall('The key is empty.')
      const accounts = await serviceOf({ url, key })
        .accounts(world)
        .catch((error: unknown) => {
          if (error instanceof PublisherError && error.status === 401)
            tell('If the key is right: is this the address of the API? That of the dashboard takes no keys.')
          throw error
        })
      await saveProfile(file(), profileName(), { url, key })
      answer(
        { url, config: file(), accounts: accounts.length },
        `Signed in to ${url}, with ${accounts.length} accounts. Kept in ${file()}.`,
      )
    })

  program
    .command('logout')
    .description('remove the key from this machine; it stays valid until it is revoked')
    .action(async () => {
      const removed = await removeProfile(file(), profileName())
      answer({ removed }, removed ? 'Signed out.' : 'There was no key.')
    })

  program
    .command('accounts')
    .description('list the accounts that posts can go to')
    .action(async () => {
      const accounts = await (await publisher()).accounts(world)
      const rows = accounts.map((each) => [nameOf(each), each.external_name, stateOf(each), each.id])
      answer(accounts, rows.length === 0 ? 'No account is connected.' : table(['account', 'name', 'state', 'id'], rows))
    })
}

import { describe, expect, it } from 'vitest'
import { NoCallback, readCallback } from '../../../bin/admin/callback.ts'

const LANDED = 'https://example.com/connected?code=AQcode-1&state=st4te#_'

describe('a pasted address', () => {
  it.each([
    LANDED,
    `  ${LANDED}\n`,
    `'${LANDED}'`,
    `"${LANDED}"`,
    `<${LANDED}>`,
    'https://example.com/connected?lang=en&state=st4te&code=AQcode-1',
    'http://127.0.0.1:3000/api/docs?code=AQcode-1&state=st4te#_',
  ])('gives code and state: %j', (address) => {
    expect(readCallback(address)).toMatchObject({ code: 'AQcode-1', state: 'st4te', error: undefined })
  })

  it('may hold a refusal, with or without the state', () => {
    const refusal = 'error=access_denied&error_reason=user_denied&error_description=The+user+denied+your+request'
    const said = {
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request',
      code: undefined,
    }
    expect(readCallback(`https://example.com/?${refusal}&state=st4te#_`)).toEqual({ ...said, state: 'st4te' })
    expect(readCallback(`https://example.com/?${refusal}`)).toEqual({ ...said, state: undefined })
    const other = readCallback('https://example.com/?error_code=1349187&error_message=Not+available')
    expect(other).toMatchObject({ error: '1349187', error_description: 'Not available' })
  })

  it.each([
    ['', 'That is no address.'],
    ['AQcode-1', 'That is no address.'],
    ['example.com/connected?code=AQcode-1&state=st4te', 'That is no address.'],
    ['javascript:AQcode-1', 'That is no address.'],
    ['https://example.com/connected', 'There is no code in that address.'],
    ['https://example.com/connected?state=AQcode-1&code=', 'There is no code in that address.'],
    ['https://www.instagram.com/oauth/authorize?client_id=1&state=AQcode-1', 'address of the consent page'],
    ['https://www.instagram.com/accounts/login/?next=%2Foauth%2FAQcode-1', 'address of the consent page'],
  ])('is refused without repeating it: %j', (address, reason) => {
    expect(() => readCallback(address)).toThrow(NoCallback)
    expect(() => readCallback(address)).toThrow(reason)
    expect(() => readCallback(address)).not.toThrow('AQcode-1')
  })
})

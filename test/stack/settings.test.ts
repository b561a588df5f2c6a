import { describe, expect, it } from 'vitest'
import { readSettings, SettingError } from '../../lib/settings.ts'

const read = (context: Record<string, unknown>, environment: Record<string, string> = {}) =>
  readSettings((name) => context[name], environment)

describe('settings', () => {
  it('have defaults for everything', () => {
    expect(read({})).toMatchObject({ stackName: 'SocialPublisher', architecture: 'arm64', retainData: true })
  })

  it('come from the context before the environment', () => {
    expect(read({ stackName: 'Staging' }, { STACK_NAME: 'Other', LOG_LEVEL: 'DEBUG' })).toMatchObject({
      stackName: 'Staging',
      logLevel: 'DEBUG',
    })
  })

  it('are texts on the command line and typed afterwards', () => {
    expect(read({ retainData: 'false', publishConcurrency: '20' })).toMatchObject({
      retainData: false,
      publishConcurrency: 20,
    })
  })

  it('treat an empty environment variable as none', () => {
    expect(read({}, { STACK_NAME: '' }).stackName).toBe('SocialPublisher')
  })

  it.each([
    ['stackName', '9lives', /stackName is "9lives": must be letters/],
    ['stackName', 'with space', /stackName/],
    ['architecture', 'mips', /architecture is "mips"/],
    ['retainData', 'maybe', /retainData is "maybe"/],
    ['logRetentionDays', '8', /logRetentionDays is "8": must be one of 1, 3, 5/],
    ['logLevel', 'loud', /logLevel/],
    ['publishConcurrency', '1', /publishConcurrency is "1"/],
    ['publishConcurrency', '2.5', /publishConcurrency/],
    ['publishPollMs', '0', /publishPollMs/],
    ['instagramGraphUrl', 'https://graph.instagram.com/v26.0', /instagramGraphUrl.*must be an origin/],
    ['threadsGraphUrl', 'ftp://graph.threads.net', /threadsGraphUrl/],
    ['instagramApiVersion', '26', /instagramApiVersion is "26": must look like v26.0/],
  ])('refuse %s = %s in one sentence', (name, value, message) => {
    expect(() => read({ [name]: value })).toThrow(SettingError)
    expect(() => read({ [name]: value })).toThrow(message)
    try {
      read({ [name]: value })
    } catch (error) {
      expect((error as Error).message.split('\n')).toHaveLength(1)
    }
  })
})

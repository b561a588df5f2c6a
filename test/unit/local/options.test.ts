// The environment of `npm start`: a wrong value is refused, not passed over.
import { expect, it } from 'vitest'
import { readOptions, WrongCall } from '../../../local/options.ts'

it.each(['URL_UPLOAD_ALLOW_HOSTS', 'PLATFORM_ALLOW_HOSTS'])('takes hosts with ports alone: %s', (name) => {
  for (const wrong of ['127.0.0.1', 'http://127.0.0.1:9000', 'a host:80']) {
    expect(() => readOptions([], { [name]: wrong }), wrong).toThrow(WrongCall)
    expect(() => readOptions([], { [name]: wrong }), wrong).toThrow(`${name} must be host:port pairs`)
  }
  const { urlUploadAllowHosts, platformAllowHosts } = readOptions([], { [name]: '127.0.0.1:9000, [::1]:80' })
  expect(urlUploadAllowHosts ?? platformAllowHosts).toBe('127.0.0.1:9000,[::1]:80')
})

it.each(['port', 'dashboard-port', 'concurrency', 'aws-faults'])(
  'takes no empty text for the number of --%s',
  (name) => {
    for (const empty of ['', ' ']) expect(() => readOptions([`--${name}`, empty], {})).toThrow(`--${name} must be a`)
  },
)

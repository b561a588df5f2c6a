import { expect, it } from 'vitest'
import { belongsTo } from '../../../core/media/rules/belongs-to.ts'

const ID = '0b0f8f6c-2f5e-4d0c-9d3e-0c8f1f1b2a3d'

it.each([
  [`${ID}.jpg`, { kind: 'original', media_id: ID }],
  [`v/${ID}/320to1440-q92.jpg`, { kind: 'variant', media_id: ID }],
  [`uploads/${ID}.mp4`, { kind: 'upload', media_id: ID }],
  [`uploads/${ID}.mp4/3`, { kind: 'upload', media_id: ID }],
  [`profile/${ID}/abc.png`, { kind: 'picture', account_id: ID }],
  ['robots.txt', { kind: 'other' }],
  [`backup/${ID}.jpg`, { kind: 'other' }],
  [`${ID}`, { kind: 'other' }],
])('%s', (key, belongs) => expect(belongsTo(key)).toEqual(belongs))

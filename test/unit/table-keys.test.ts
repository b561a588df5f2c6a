// The shapes of the table's keys: each is read again as it was made, and a grant names what is made.
import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as keys from '../../core/table-keys.ts'

type AnyShape = keys.Shape<unknown[]>

const isShape = (value: unknown): value is AnyShape => typeof value === 'function' && 'pattern' in value

const shapes: [string, AnyShape][] = [
  ...Object.entries(keys).filter((entry): entry is [string, AnyShape & (typeof entry)[1]] => isShape(entry[1])),
  ...Object.entries(keys.PARTITION).map(([name, shape]): [string, AnyShape] => [`PARTITION.${name}`, shape as never]),
]

/** The content of a part: ids and names, without `#` but in the last one. */
const partOf = ({ kind }: AnyShape['parts'][number], last: boolean): fc.Arbitrary<unknown> => {
  if (kind === 'text') return last ? fc.string() : fc.string().map((text) => text.replaceAll('#', ''))
  if (kind === 'number') return fc.nat()
  return fc.integer({ min: 0, max: kind === 'time' ? 999_999_999_999_999 : 99_999_999 })
}
const partsOf = ({ parts }: AnyShape) =>
  fc.tuple(...parts.map((part, at) => partOf(part, at === parts.length - 1))) as fc.Arbitrary<unknown[]>

const A = '00000000-0000-4000-8000-00000000000a'
const B = '00000000-0000-4000-8000-00000000000b'

/** Every item as docs and grants know it: stored shapes never change, or what is under way is lost. */
const ITEMS: Record<string, [made: keys.Key, pk: string, sk: string]> = {
  ownerKey: [keys.ownerKey(A), `OWNER#${A}`, 'OWNER'],
  ownerNameKey: [keys.ownerNameKey('Harbour'), 'OWNERNAME#Harbour', 'OWNERNAME'],
  storageKey: [keys.storageKey(A), `OWNER#${A}`, 'STORAGE'],
  importPlaceKey: [keys.importPlaceKey(A, 3), `OWNER#${A}`, 'IMPORT#3'],
  connectingPlaceKey: [keys.connectingPlaceKey(A, 3), `OWNER#${A}`, 'CONNECTING#3'],
  apiKeyKey: [keys.apiKeyKey(A), `APIKEY#${A}`, 'APIKEY'],
  apiKeyHashKey: [keys.apiKeyHashKey('5e'), 'KEYHASH#5e', 'KEYHASH'],
  activeKeysKey: [keys.activeKeysKey(A), `OWNER#${A}`, 'KEYS'],
  grantCodeKey: [keys.grantCodeKey('5e'), 'GRANT#5e', 'CODE'],
  refreshTokenKey: [keys.refreshTokenKey('5e'), 'GRANT#5e', 'REFRESH'],
  rateWindowKey: [keys.rateWindowKey(A, 29_000_000), `RATE#${A}`, '29000000'],
  rateStrikesKey: [keys.rateStrikesKey(A), `RATE#${A}`, 'STRIKES'],
  rateHoursKey: [keys.rateHoursKey(A), `RATE#${A}`, 'HOURS'],
  personKey: [keys.personKey(A), `PERSON#${A}`, 'PERSON'],
  personOwnerKey: [keys.personOwnerKey(A, B), `PERSON#${A}`, `OWNER#${B}`],
  personSessionKey: [keys.personSessionKey(A, B), `PERSON#${A}`, `SESSION#${B}`],
  sessionKey: [keys.sessionKey('5e'), 'SESSION#5e', 'SESSION'],
  signInKey: [keys.signInKey('5e'), 'SIGNIN#5e', 'SIGNIN'],
  teamKey: [keys.teamKey(A), `TEAM#${A}`, 'TEAM'],
  memberKey: [keys.memberKey(A, B), `TEAM#${A}`, `MEMBER#${B}`],
  invitationKey: [keys.invitationKey(A, B), `TEAM#${A}`, `INVITATION#${B}`],
  invitationByLinkKey: [keys.invitationByLinkKey('5e'), 'INVITATION#5e', 'INVITATION'],
  invitationPlaceKey: [keys.invitationPlaceKey(A, 3), `TEAM#${A}`, 'PLACE#3'],
  mailsOfDayKey: [keys.mailsOfDayKey(A, 20_000), `TEAM#${A}`, 'MAILS#20000'],
  mailedKey: [keys.mailedKey('5e'), 'INVITATION#5e', 'MAILED'],
  accountKey: [keys.accountKey(A), `ACCOUNT#${A}`, 'ACCOUNT'],
  externalAccountKey: [keys.externalAccountKey(A, 'threads', '17'), `EXTERNAL#${A}`, 'threads#17'],
  connectedKey: [keys.connectedKey('threads', '17'), 'CONNECTED#threads#17', 'CONNECTED'],
  askedAnswerKey: [keys.askedAnswerKey(A, '5e'), `ASKED#${A}`, 'ANSWER#5e'],
  askedCallsKey: [keys.askedCallsKey(A, 490_000), `ASKED#${A}`, 'CALLS#490000'],
  askedPauseKey: [keys.askedPauseKey(A), `ASKED#${A}`, 'PAUSE'],
  askedHashtagsKey: [keys.askedHashtagsKey(A), `ASKED#${A}`, 'HASHTAGS'],
  oauthKey: [keys.oauthKey('5e'), 'OAUTH#5e', 'OAUTH'],
  connectLinkKey: [keys.connectLinkKey(A, B), `TEAM#${A}`, `CONNECTLINK#${B}`],
  connectLinkBySecretKey: [keys.connectLinkBySecretKey('5e'), 'CONNECTLINK#5e', 'CONNECTLINK'],
  draftKey: [keys.draftKey(A, B), `DRAFTS#${A}`, B],
  importedKey: [keys.importedKey(A, '5e'), `IMPORTED#${A}`, '5e'],
  approvalKey: [keys.approvalKey(A), `APPROVAL#${A}`, 'APPROVAL'],
  approvalEntryKey: [keys.approvalEntryKey(A, 1_700_000_000_000, B), `APPROVAL#${A}`, `ENTRY#001700000000000#${B}`],
  choiceKey: [keys.choiceKey('5e'), 'CHOICE#5e', 'CHOICE'],
  appKey: [keys.appKey('harbour', 'https://a.example', '5e'), 'APP#harbour#https://a.example', '5e'],
  publishLockKey: [keys.publishLockKey(A), `ACCOUNT#${A}`, 'PUBLISHING'],
  boundPostKey: [keys.boundPostKey(A, '17_4'), `ACCOUNT#${A}`, 'POSTED#17_4'],
  mediaKey: [keys.mediaKey(A), `MEDIA#${A}`, 'MEDIA'],
  variantFailureKey: [keys.variantFailureKey(A, 'w1440.jpg'), `VARIANTS#${A}`, 'w1440.jpg'],
  uploadKey: [keys.uploadKey(A), `UPLOAD#${A}`, 'UPLOAD'],
  postKey: [keys.postKey(A), `POST#${A}`, 'POST'],
  publicationKey: [keys.publicationKey(A, B), `POST#${A}`, `PUBLICATION#${B}`],
  slotPlanKey: [keys.slotPlanKey(A), `SLOTS#${A}`, 'PLAN'],
  slotKey: [keys.slotKey(A, 1_700_000_000_000), `SLOTS#${A}`, 'TAKEN#001700000000000'],
  postFiguresKey: [keys.postFiguresKey(A, B, 2), `INSIGHTS#${A}`, `${B}#2`],
  accountFiguresKey: [
    keys.accountFiguresKey(A, { from: 1_700_000_000_000, to: 1_700_000_000_001 }),
    `INSIGHTS#${A}`,
    '001700000000000#001700000000001',
  ],
  dayFiguresKey: [keys.dayFiguresKey(A, 20_415, 'WITHIN'), `INSIGHTS#${A}`, 'DAY#00020415#WITHIN'],
  idempotencyKey: [keys.idempotencyKey(A, 'POST /posts', '5e'), `IDEMPOTENCY#${A}`, 'POST /posts#5e'],
  webhookKey: [keys.webhookKey(A, B), `WEBHOOKS#${A}`, B],
  webhooksVersionKey: [keys.webhooksVersionKey(A), `OWNER#${A}`, 'WEBHOOKS'],
  slowTryKey: [keys.slowTryKey(A, 3), `OWNER#${A}`, 'SLOWTRY#3'],
  eventKey: [keys.eventKey('msg_1'), 'EVENT#msg_1', 'EVENT'],
  deliveryKey: [keys.deliveryKey(A, 'msg_1'), `WEBHOOK#${A}`, 'DELIVERY#msg_1'],
  noticeKey: [keys.noticeKey(A, 'msg_1'), `NOTICES#${A}`, 'NOTICE#msg_1'],
  noticeMailKey: [keys.noticeMailKey(A), `NOTICES#${A}`, 'MAIL'],
  activityKey: [keys.activityKey(A, 1_700_000_000_000, B), `ACTIVITY#${A}`, `001700000000000#${B}`],
  usageKey: [keys.usageKey(A, 1_700_000_000_000, 'r'), `USAGE#${A}#472222`, '001700000000000#r'],
  jobsKey: [keys.jobsKey(A, 1_700_000_000_000, A, B), `JOBS#${A}#472222`, `001700000000000#${A}#${B}`],
  summaryStateKey: [keys.summaryStateKey(A), `SUMMARY#${A}`, 'STATE'],
}

describe('shapes of keys', () => {
  it.each(shapes)('%s is read again as it was made, and begins as its grants say', (_, shape) => {
    fc.assert(
      fc.property(partsOf(shape), (parts) => {
        const made = shape(...parts)
        expect(shape.read(made)).toEqual(parts)
        expect(made.startsWith(shape.prefix)).toBe(true)
      }),
    )
    expect(shape.pattern).toBe(`${shape.prefix}*`)
  })

  it('a text of another shape is not read', () => {
    expect(() => keys.PARTITION.post.read(`POSTS#${A}`)).toThrow('not a key of POST#')
    expect(() => keys.PARTITION.connected.read('CONNECTED#threads')).toThrow('not a key of CONNECTED#')
    expect(() => keys.timed.read('001700000000000')).toThrow('not a key')
  })

  it('no pattern of a partition matches what another one makes', () => {
    for (const [name, shape] of Object.entries(keys.PARTITION)) {
      const others = Object.entries(keys.PARTITION).filter(([other]) => other !== name)
      expect(others.filter(([, { prefix }]) => prefix.startsWith(shape.prefix)).map(([other]) => other)).toEqual([])
    }
  })

  it('times sort as text, and what is of a time is before its end', () => {
    const at = fc.integer({ min: 0, max: 999_999_999_999_998 })
    fc.assert(
      fc.property(at, at, fc.uuid(), fc.uuid(), (one, other, id, another) => {
        const [first, second] = [keys.timed(one, id), keys.timed(other, another)]
        if (one !== other) expect(first < second).toBe(one < other)
        expect(first >= keys.sortable(one) && first < keys.endOf(one)).toBe(true)
        expect(keys.endOf(one) < keys.timed(one + 1, another)).toBe(true)
      }),
    )
  })

  it('what is due to be delivered is an event or a delivery, as it was made', () => {
    fc.assert(
      fc.property(fc.nat(), fc.uuid(), fc.uuid(), (at, webhook_id, id) => {
        expect(keys.readDueDelivery(keys.timed(at, id))).toEqual({ event_id: id })
        expect(keys.readDueDelivery(keys.dueDeliverySort(at, webhook_id, id))).toEqual({ webhook_id, delivery_id: id })
      }),
    )
  })
})

describe('items of the table', () => {
  it.each(Object.entries(ITEMS))('%s is stored as ever', (_, [made, pk, sk]) => {
    expect(made).toEqual({ pk, sk })
  })

  it('are all of the list, and stand in a partition that grants can name', () => {
    const makers = Object.entries(keys).filter(([name, made]) => name.endsWith('Key') && typeof made === 'function')
    expect(makers.map(([name]) => name).sort()).toEqual(Object.keys(ITEMS).sort())
    for (const [{ pk }] of Object.values(ITEMS))
      expect(Object.values(keys.PARTITION).filter(({ prefix }) => pk.startsWith(prefix))).toHaveLength(1)
    const texts = Object.values(ITEMS).map(([{ pk, sk }]) => `${pk} ${sk}`)
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('rows of the indexes are stored as ever', () => {
    expect([
      keys.timed(1_700_000_000_000, A),
      keys.unfinishedSort(A, B),
      keys.dueDeliverySort(1_700_000_000_000, A, 'msg_1'),
      keys.summarySort('JHOUR', 472_222),
      keys.packSort(472_222, 1_700_000_000_000),
    ]).toEqual([
      `001700000000000#${A}`,
      `${A}#${B}`,
      `001700000000000#${A}#msg_1`,
      'JHOUR#00472222',
      'PACK#00472222#001700000000000',
    ])
  })

  it('no other file builds a key, takes one apart or writes its pattern', () => {
    const BUILT = /['"`][A-Z]{3,}#|\}#\$\{|split\(['"]#['"]\)/
    const files = globSync('{core,functions,lib,bin}/**/*.ts').filter(
      (file) => !/^core\/table-keys(\.ts$|\/)/.test(file),
    )
    expect(files.length).toBeGreaterThan(300)
    expect(files.filter((file) => BUILT.test(readFileSync(file, 'utf8')))).toEqual([])
  })
})

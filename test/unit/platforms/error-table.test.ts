import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ErrorClass } from '../../../core/platforms/connector.ts'
import { INSTAGRAM_ERRORS } from '../../../core/platforms/instagram/errors.ts'
import {
  classify,
  classifyProcessing,
  type ErrorRow,
  GRAPH_ERRORS,
  type Operation,
} from '../../../core/platforms/meta/error-table.ts'
import { THREADS_ERRORS, THREADS_PROCESSING } from '../../../core/platforms/threads/errors.ts'

const INSTAGRAM = [...INSTAGRAM_ERRORS, ...GRAPH_ERRORS]
const THREADS = [...THREADS_ERRORS, ...GRAPH_ERRORS]

/** Code, subcode, then what it means on creating, publishing and reading. */
type Case = [
  code: number | undefined,
  subcode: number | undefined,
  create: ErrorClass,
  publish: ErrorClass,
  read: ErrorClass,
]

const all = (code: number | undefined, subcode: number | undefined, it: ErrorClass): Case => [code, subcode, it, it, it]
const unclear = (code: number, subcode?: number): Case => [code, subcode, 'retry', 'ambiguous', 'retry']

const SHARED: Case[] = [
  unclear(-1),
  unclear(1),
  unclear(2),
  all(3, undefined, 'permanent'),
  all(4, undefined, 'wait'),
  [4, 2207051, 'owner_action', 'ambiguous', 'retry'],
  all(9, 2207042, 'wait'),
  all(10, undefined, 'reconnect'),
  all(10, 4279067, 'permanent'),
  all(17, undefined, 'wait'),
  all(32, undefined, 'wait'),
  all(100, undefined, 'permanent'),
  [100, 33, 'retry', 'same_container', 'retry'],
  all(102, undefined, 'reconnect'),
  all(190, undefined, 'reconnect'),
  all(190, 458, 'reconnect'),
  all(190, 459, 'owner_action'),
  all(190, 460, 'reconnect'),
  all(190, 463, 'reconnect'),
  all(190, 464, 'owner_action'),
  all(190, 467, 'reconnect'),
  all(190, 492, 'reconnect'),
  all(190, 999, 'reconnect'),
  all(200, undefined, 'reconnect'),
  all(250, undefined, 'reconnect'),
  all(299, undefined, 'reconnect'),
  all(341, undefined, 'wait'),
  all(368, undefined, 'owner_action'),
  all(506, undefined, 'permanent'),
  all(613, undefined, 'wait'),
  all(613, 1996, 'wait'),
  all(80002, undefined, 'wait'),
  all(80014, undefined, 'wait'),
  // A limit and a dead token are what their codes say, whatever subcode comes along: nothing was published.
  all(17, 2446079, 'wait'),
  all(32, 2446079, 'wait'),
  all(341, 1349210, 'wait'),
  all(613, 4279002, 'wait'),
  all(80002, 2446079, 'wait'),
  all(102, 1348028, 'reconnect'),
  all(190, 1348028, 'reconnect'),
  // Known code, unknown subcode of publishing: only the publish call is in doubt.
  [100, 2207999, 'permanent', 'ambiguous', 'permanent'],
  [4, 2207999, 'wait', 'ambiguous', 'wait'],
  // Unknown altogether.
  [777, undefined, 'permanent', 'ambiguous', 'retry'],
  [300, undefined, 'permanent', 'ambiguous', 'retry'],
  [undefined, undefined, 'permanent', 'ambiguous', 'retry'],
]

const INSTAGRAM_ONLY: Case[] = [
  all(-2, 2207003, 'new_container'),
  all(-2, 2207020, 'new_container'),
  unclear(-1, 2207001),
  [-1, 2207032, 'new_container', 'ambiguous', 'new_container'],
  [-1, 2207053, 'new_container', 'ambiguous', 'new_container'],
  all(1, 2207057, 'permanent'),
  all(18, 2207034, 'permanent'),
  all(24, 2207024, 'permanent'),
  all(24, 2207006, 'new_container'),
  all(24, 2207008, 'same_container'),
  all(25, 2207050, 'owner_action'),
  all(100, 2207023, 'permanent'),
  all(100, 2207028, 'permanent'),
  all(100, 2207035, 'permanent'),
  all(100, 2207036, 'permanent'),
  all(100, 2207037, 'permanent'),
  all(100, 2207040, 'permanent'),
  all(352, 2207026, 'permanent'),
  all(9004, 2207052, 'new_container'),
  all(9007, 2207027, 'same_container'),
  all(36000, 2207004, 'permanent'),
  all(36001, 2207005, 'permanent'),
  all(36001, 2207083, 'permanent'),
  all(36003, 2207009, 'permanent'),
  all(36004, 2207010, 'permanent'),
  all(undefined, 2207077, 'new_container'),
  all(-1, 2207077, 'new_container'),
  all(undefined, 2207081, 'permanent'),
  [110, 2207018, 'permanent', 'ambiguous', 'permanent'],
  [100, 2207066, 'permanent', 'ambiguous', 'permanent'],
  [undefined, 2207082, 'retry', 'ambiguous', 'retry'],
  all(-1, 2207073, 'permanent'),
  all(10, 9053, 'permanent'),
  // The subcode says it all, whatever code it came with.
  all(1, 2207027, 'same_container'),
]

const THREADS_ONLY: Case[] = [
  all(24, 4279009, 'same_container'),
  all(100, 4279004, 'same_container'),
  all(-1, 4279047, 'without_card'),
  all(100, 4279047, 'without_card'),
  all(undefined, 4279047, 'without_card'),
  all(25, 4279013, 'owner_action'),
  all(undefined, 4279013, 'owner_action'),
]

const OPERATIONS: Operation[] = ['create', 'publish', 'read']

describe.each([
  ['instagram', INSTAGRAM, [...SHARED, ...INSTAGRAM_ONLY]],
  ['threads', THREADS, [...SHARED, ...THREADS_ONLY]],
] as const)('errors of %s', (_platform, rows, cases) => {
  it.each(cases)('%s/%s: creating %s, publishing %s, reading %s', (code, subcode, create, publish, read) => {
    const classes = OPERATIONS.map((operation) => classify(rows, { http_status: 400, code, subcode }, operation))
    expect(classes).toEqual([create, publish, read])
  })

  it('names each row in the cases', () => {
    const covered = (row: ErrorRow) =>
      row.name !== undefined ||
      cases.some(([code, subcode]) =>
        row.codes
          ? code !== undefined && code >= row.codes[0] && code <= row.codes[1]
          : row.code === code && row.subcode === subcode,
      )
    expect(rows.filter((row) => !covered(row))).toEqual([])
  })

  it('has no row twice', () => {
    const names = rows.map((row) => `${row.code ?? row.codes}/${row.subcode}/${row.name}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it('never says of a publish call behind which anything may have happened that it did not', () => {
    const facts = fc.record({
      http_status: fc.integer({ min: 500, max: 599 }),
      code: fc.option(fc.constantFrom(...rows.map((row) => row.code)), { nil: undefined }),
      subcode: fc.option(fc.constantFrom(...rows.map((row) => row.subcode)), { nil: undefined }),
      is_transient: fc.boolean(),
    })
    fc.assert(fc.property(facts, (given) => classify(rows, given, 'publish') === 'ambiguous'))
  })
})

describe('what no row knows', () => {
  const of = (http_status: number, operation: Operation) => classify([], { http_status }, operation)

  it.each([
    [500, 'create', 'retry'],
    [503, 'publish', 'ambiguous'],
    [503, 'auth', 'retry'],
    [408, 'read', 'retry'],
    [408, 'publish', 'ambiguous'],
    [408, 'create', 'retry'],
    [429, 'publish', 'wait'],
    [429, 'auth', 'wait'],
    [401, 'read', 'reconnect'],
    [400, 'auth', 'permanent'],
    [403, 'create', 'permanent'],
  ] as const)('HTTP %i on %s is %s', (status, operation, expected) => expect(of(status, operation)).toBe(expected))

  it('waits at 429 whatever unspecific code comes with it', () => {
    expect(classify(INSTAGRAM, { http_status: 429, code: 100 }, 'create')).toBe('wait')
    expect(classify(INSTAGRAM, { http_status: 429, code: 4, subcode: 2207051 }, 'publish')).toBe('ambiguous')
  })
})

describe('an error that calls itself transient', () => {
  const of = (code: number, operation: Operation) =>
    classify(INSTAGRAM, { http_status: 400, code, is_transient: true }, operation)

  it('is tried again where it would have been the end', () => {
    expect(of(100, 'create')).toBe('retry')
    expect(of(100, 'publish')).toBe('ambiguous')
    expect(of(777, 'create')).toBe('retry')
  })

  it('is still a limit or a dead token', () => {
    expect(of(4, 'create')).toBe('wait')
    expect(of(190, 'publish')).toBe('reconnect')
    expect(of(368, 'create')).toBe('owner_action')
  })

  it('does not overrule what is known exactly', () => {
    const facts = { http_status: 400, code: 36003, subcode: 2207009, is_transient: true }
    expect(classify(INSTAGRAM, facts, 'create')).toBe('permanent')
  })
})

describe('errors that are names', () => {
  it.each([
    [THREADS, 'THREADS_API__LINK_LIMIT_EXCEEDED'],
    [THREADS, 'THREADS_API__FEATURE_NOT_AVAILABLE'],
    [THREADS, 'THREADS_API__GEO_GATING_INVALID_COUNTRY_CODES'],
    [INSTAGRAM, 'INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID'],
  ] as const)('knows %#', (rows, name) => {
    expect(classify(rows, { http_status: 400, code: 1, name }, 'create')).toBe('permanent')
    expect(classify(rows, { http_status: 400, code: 1, name: 'OTHER_API__NAME' }, 'create')).toBe('retry')
  })
})

describe('a container that could not be processed', () => {
  it.each([
    [2207003, 'new_container'],
    [2207001, 'new_container'],
    [2207082, 'new_container'],
    [2207008, 'new_container'],
    [2207026, 'permanent'],
    [2207009, 'permanent'],
    [2207083, 'permanent'],
    [2207051, 'owner_action'],
    [2207050, 'owner_action'],
    [2207042, 'wait'],
    [2207999, 'new_container'],
    [undefined, 'new_container'],
  ] as const)('by subcode %s is %s', (subcode, expected) =>
    expect(classifyProcessing(INSTAGRAM, { subcode })).toBe(expected),
  )

  it.each([
    ['FAILED_DOWNLOADING_VIDEO', 'new_container'],
    ['FAILED_PROCESSING_AUDIO', 'new_container'],
    ['FAILED_PROCESSING_VIDEO', 'new_container'],
    ['INVALID_ASPEC_RATIO', 'permanent'],
    ['INVALID_ASPECT_RATIO', 'permanent'],
    ['INVALID_BIT_RATE', 'permanent'],
    ['INVALID_DURATION', 'permanent'],
    ['INVALID_FRAME_RATE', 'permanent'],
    ['FAILED_FRAME_RATE', 'permanent'],
    ['INVALID_AUDIO_CHANNELS', 'permanent'],
    ['INVALID_AUDIO_CHANNEL_LAYOUT', 'permanent'],
    ['UNKNOWN', 'new_container'],
    ['SOMETHING_NEW', 'new_container'],
    [undefined, 'new_container'],
  ] as const)('by name %s is %s', (name, expected) =>
    expect(classifyProcessing(THREADS_PROCESSING, { name })).toBe(expected),
  )
})

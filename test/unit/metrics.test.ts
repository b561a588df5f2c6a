import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { METRICS } from '../../core/contract.ts'
import { measure } from '../../core/metrics.ts'

interface Line {
  _aws: {
    CloudWatchMetrics: { Namespace: string; Dimensions: string[][]; Metrics: { Name: string; Unit: string }[] }[]
  }
  [key: string]: unknown
}

let lines: Line[]
beforeEach(() => {
  lines = []
  vi.stubEnv('METRICS_NAMESPACE', 'Shop')
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(JSON.parse(String(text)) as Line)
    return true
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

describe('metrics', () => {
  it('are one line of the log in the embedded format, in the namespace of the stack', () => {
    measure({ [METRICS.published]: 1, [METRICS.dueToPublished]: 2.5 }, { context: { post_id: 'p' } })
    expect(lines).toHaveLength(1)
    const [directive] = lines[0]!._aws.CloudWatchMetrics
    expect(directive).toEqual({
      Namespace: 'Shop',
      Dimensions: [['service']],
      Metrics: [
        { Name: 'PublicationsPublished', Unit: 'Count' },
        { Name: 'DueToPublished', Unit: 'Seconds' },
      ],
    })
    expect(lines[0]).toMatchObject({ service: 'social-publisher', DueToPublished: 2.5, post_id: 'p' })
  })

  it('are counted by class where asked for', () => {
    measure({ [METRICS.failed]: 1 }, { by: { failure: 'outcome_unknown' } })
    expect(lines[0]!._aws.CloudWatchMetrics[0]!.Dimensions).toEqual([['service', 'failure']])
    expect(lines[0]!.failure).toBe('outcome_unknown')
  })

  it('leave nothing behind for the next line', () => {
    measure({ [METRICS.failed]: 1 }, { by: { failure: 'rejected' }, context: { post_id: 'p' } })
    measure({ [METRICS.variantTime]: 40 })
    expect(lines[1]!._aws.CloudWatchMetrics[0]).toEqual({
      Namespace: 'Shop',
      Dimensions: [['service']],
      Metrics: [{ Name: 'VariantTime', Unit: 'Milliseconds' }],
    })
    expect(lines[1]).not.toHaveProperty('post_id')
  })

  it('are not written where the stack did not bind them', () => {
    vi.stubEnv('METRICS_NAMESPACE', '')
    measure({ [METRICS.published]: 1 })
    expect(lines).toEqual([])
  })
})

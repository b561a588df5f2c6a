// The keeper over months: what it must never lose, and how soon it must say what is lost.
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR, inCheckpoint, isAlive, type Life, runDays } from './keeper-model.ts'

describe('200 days of 1,000 accounts, each with a fault on one day in a hundred', () => {
  let lives: Life[]
  let now: number
  beforeAll(async () => {
    const history = await runDays({ accounts: 1000, days: 200, faults: 0.01, seed: 20261121 })
    lives = history.lives
    now = history.now
  }, 60_000)

  it('loses no account whose grant lives', () => {
    const living = lives.filter((life) => isAlive(life) && !inCheckpoint(life, now))
    expect(living.length).toBeGreaterThan(500)
    for (const { account } of living) {
      expect(account.status, `${account.id} ${account.status_reason}`).toBe('active')
      expect(account.token_expires_at! - now).toBeGreaterThan(20 * DAY)
    }
  })

  it('never calls a living one dead, not for a checkpoint and not for one wrong answer', () => {
    expect(lives.filter(({ slandered }) => slandered > 0)).toEqual([])
  })

  it('reports each dead one within a day', () => {
    const dead = lives.filter((life) => !isAlive(life))
    expect(dead.length).toBeGreaterThan(100)
    for (const { account, grant, reported_at } of dead) {
      if (now - grant.revoked_at! < DAY) continue
      expect(account.status).toBe('reconnect_required')
      expect(reported_at! - grant.revoked_at!).toBeLessThanOrEqual(DAY)
    }
  })

  it('refreshes from day 30 on, once, and not all in the same hour', () => {
    const start = Date.UTC(2026, 10, 21)
    const hours = new Array<number>(24).fill(0)
    for (const { refreshes } of lives) {
      refreshes.forEach((at, index) => {
        expect(at - (refreshes[index - 1] ?? start)).toBeGreaterThanOrEqual(30 * DAY)
        hours[Math.floor((at % DAY) / HOUR)]! += 1
      })
    }
    const all = hours.reduce((sum, count) => sum + count, 0)
    expect(all).toBeGreaterThan(3000)
    expect(Math.max(...hours)).toBeLessThan((2 * all) / 24)
  })

  it('asks platforms for little more than four profiles a day', () => {
    const days = lives.reduce((sum, { grant }) => sum + ((grant.revoked_at ?? now) - Date.UTC(2026, 10, 21)) / DAY, 0)
    expect(lives.reduce((sum, { calls }) => sum + calls, 0) / days).toBeLessThan(4.5)
  })
})

describe('a platform that is out for weeks', () => {
  it('does not cost a living account', async () => {
    const { lives, now } = await runDays({ accounts: 40, days: 70, faults: 0, seed: 1, outage: [29, 58] })
    expect(lives.every(({ account }) => account.status === 'active' && account.token_expires_at! > now)).toBe(true)
  })
})

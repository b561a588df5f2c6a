import type { Schemas } from '@social-publisher/client'

type Asked = Pick<Schemas['Post']['publications'][number], 'state' | 'last_problem' | 'jobs'>

/** It has not begun, or is to be tried again and no call that publishes it was made. */
export const canBeCancelled = ({ state, last_problem, jobs }: Asked): boolean =>
  state === 'waiting' ||
  (state === 'preparing' &&
    last_problem !== null &&
    jobs.every(({ job_type, started_at }) => job_type !== 'publish_content' || started_at === null))

/** Whether a post was cancelled on every account where it was not too late. */
export const wasCancelled = ({ publications }: { publications: readonly Asked[] }): boolean =>
  publications.some(({ state }) => state === 'cancelled') && !publications.some(canBeCancelled)

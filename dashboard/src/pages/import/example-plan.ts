// A plan to begin with. Its days are counted from today: a post is scheduled at most a year ahead.
import { addDays, dayOf } from '../../posts/wall-time.ts'

/** @param now Unix milliseconds. */
export function examplePlan(now: number): string {
  const inDays = (days: number) => addDays(dayOf(now), days)
  return [
    'id,type,content,hashtags,accounts,media,scheduled_at,repeat,repeat_until',
    `menu,text,Our new menu is here.,#menu,threads:harborcoffee,,${inDays(7)} 09:30,,`,
    `two-for-one,text,Two for one today.,,threads:harborcoffee,,${inDays(8)} 17:00,weekly,${inDays(85)}`,
    '',
  ].join('\r\n')
}

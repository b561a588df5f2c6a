// Pictures beside words, never in their place. Drawn on a grid of 20.
const PATHS = {
  calendar: 'M3.5 5.5h13v11h-13zM3.5 8.5h13M7 3.5v3M13 3.5v3',
  posts: 'M4 4.5h12M4 8h12M4 11.5h8M4 15h5',
  media: 'M3.5 4.5h13v11h-13zM3.5 13l4-4 3.5 3.5 2-2 3.5 3.5M13 7.5h.01',
  insights: 'm3.5 14.5 4-5 3.5 3 5.5-7',
  accounts: 'M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM4 16.5c.6-3 3-4.5 6-4.5s5.4 1.5 6 4.5',
  keys: 'M12.5 10.5a3.5 3.5 0 1 0-3.2-2.1L3.5 14.2v2.3h3v-2h2v-2h1.2l1.2-1.6c.5.2 1 .3 1.6.3zM13.5 6.5h.01',
  usage: 'M4 16.5V10M8 16.5V6.5M12 16.5v-8M16 16.5v-13',
  webhooks:
    'M7.5 13.5a3 3 0 1 1-2.8-4M9 6.5a3 3 0 1 1 4.6 2.5M8.2 8.5 5 13.5M12 8l2.2 4.2a2.8 2.8 0 1 1-1.7 4.4M8 13.5h6',
  team: 'M7.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM2.5 15.5c.5-2.6 2.4-4 5-4s4.5 1.4 5 4M13 9a2.2 2.2 0 1 0-.8-4.3M14.5 11.5c1.7.4 2.7 1.7 3 4',
  bell: 'M5.5 13.5V9a4.5 4.5 0 0 1 9 0v4.5l1.5 1.5H4zM8.5 17h3',
  plus: 'M10 4.5v11M4.5 10h11',
  menu: 'M3.5 6h13M3.5 10h13M3.5 14h13',
  switch: 'm6.5 8 3.5-3.5L13.5 8M6.5 12l3.5 3.5 3.5-3.5',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  )
}

// Small drawings of the composer, beside or in place of words that are read out. On a grid of 20.
const PATHS = {
  left: 'm12 5-5 5 5 5',
  right: 'm8 5 5 5-5 5',
  remove: 'm5.500 5.500 9 9m0-9-9 9',
  add: 'M10 4.500v11M4.500 10h11',
  library: 'M3.500 6.500h10v10h-10zM6.500 6.500v-3h10v10h-3M3.500 14l3-3 4 4',
  crop: 'M6 3v11h11M3 6h11v11',
  hash: 'M8 4 6.500 16M13.500 4 12 16M4.500 8h12M3.500 12h12',
  template: 'M4 4.500h12v11H4zM4 8.500h12M8.500 8.500v7',
  check: 'm4.500 10.500 3.500 3.500 7.500-8',
  heart:
    'M10 16C5 12.500 3.500 10.300 3.500 7.900A3.400 3.400 0 0 1 10 6.600a3.400 3.400 0 0 1 6.500 1.300c0 2.400-1.500 4.600-6.500 8.100z',
  answer: 'M10 3.500a6.500 6.500 0 1 0 3 12.300l3.500.7-.8-3.300A6.500 6.500 0 0 0 10 3.500z',
  again:
    'M4 9V7.500a2 2 0 0 1 2-2h9m-2.500-2.500L15 5.500 12.500 8M16 11v1.500a2 2 0 0 1-2 2H5m2.500 2.500L5 14.500 7.500 12',
  send: 'M16.500 3.500 3.500 8l5.500 2.500m7.500-7L11.500 16.500 9 10.500m7.500-7L9 10.500',
} as const

export type GlyphName = keyof typeof PATHS

export function Glyph({ name }: { name: GlyphName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  )
}

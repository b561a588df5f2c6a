// The shapes that a picture can be cut to: those that the platforms of the post show whole.
import type { PostType } from '../../../../../core/platforms/enumerations.ts'
import { factsOf, type PlatformId } from '../../../../../core/platforms/facts.ts'

/** A shape as people write it, and as width to height. */
export interface CropShape {
  name: string
  ratio: number
}

/** A part of a picture. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Those that platforms name in what they say of pictures and screens. */
const NAMED: readonly CropShape[] = [
  { name: '1:1', ratio: 1 },
  { name: '4:5', ratio: 4 / 5 },
  { name: '3:4', ratio: 3 / 4 },
  { name: '9:16', ratio: 9 / 16 },
  { name: '16:9', ratio: 16 / 9 },
  { name: '1.91:1', ratio: 1.91 },
]

/** Whether the platform shows a picture of this shape as it is, with no borders added. */
export function showsWhole(id: PlatformId, type: PostType, ratio: number): boolean {
  const { min, max } = factsOf(id).picture_of[type === 'stories' ? 'story' : 'feed'].ratio
  return ratio >= min && ratio <= max
}

/** Those that all platforms of the post show whole, the upright one of stories first where it is one. */
export function cropShapes(type: PostType, platforms: readonly PlatformId[]): readonly CropShape[] {
  const fitting = NAMED.filter(({ ratio }) => platforms.every((id) => showsWhole(id, type, ratio)))
  return type === 'stories' ? fitting.toSorted((a, b) => a.ratio - b.ratio) : fitting
}

/** The shape that a picture is most likely to be wanted in. @param wanted the shape that all pictures of the post get, if any. */
export function firstShape(
  shapes: readonly CropShape[],
  type: PostType,
  wanted: string,
  ratio: number,
): CropShape | undefined {
  const said = shapes.find(({ name }) => name === wanted)
  if (said !== undefined || type === 'stories') return said ?? shapes[0]
  const away = (shape: CropShape) => Math.abs(Math.log(shape.ratio / ratio))
  return shapes.toSorted((a, b) => away(a) - away(b))[0]
}

// A piece as Meta's platforms have it, as a container or as the carousel that joins others; and what either would carry.
import type { Piece } from '../connector.ts'
import type { ContainerType } from '../enumerations.ts'
import type { CarouselSpec, ContainerSpec } from './containers.ts'

export const containerOf = ({ type, url, text, alt_text, one_of_several, options }: Piece): ContainerSpec => ({
  type: type as ContainerType,
  ...(url === undefined ? {} : { url }),
  ...(text === undefined ? {} : { caption: text }),
  ...(alt_text === undefined ? {} : { alt_text }),
  carousel_item: one_of_several,
  ...(options ? { options } : {}),
})

export const carouselOf = ({ handles = [], text, options }: Piece): CarouselSpec => ({
  children: handles,
  ...(text === undefined ? {} : { caption: text }),
  ...(options ? { options } : {}),
})

/** The very parameters that creating it would carry; undefined for what the platform does not have. */
export const pieceParameters =
  (
    container: (spec: ContainerSpec) => Record<string, unknown> | undefined,
    carousel: (spec: CarouselSpec) => Record<string, unknown>,
  ) =>
  (piece: Piece): Record<string, unknown> | undefined =>
    piece.type === 'joined' ? carousel(carouselOf(piece)) : container(containerOf(piece))

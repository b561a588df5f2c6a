// Which decoders the picture library has in this process. What a file is, its first bytes say, not what it is called: a
// drawing that is called a photograph would be rendered right here, where nothing limits what it costs.
import type sharp from 'sharp'

/** Decoders of the photographs in `PICTURE_TYPES`; drawings are rendered in a process of their own. */
const PHOTOGRAPHS = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}`)

/** Allows the library only the decoders of photographs, for the life of the process. */
export function onlyPhotographs({ block, unblock }: Pick<typeof sharp, 'block' | 'unblock'>): void {
  block({ operation: ['VipsForeignLoad'] })
  unblock({ operation: PHOTOGRAPHS })
}

// Why nothing can be made of a picture, in a sentence for its owner.
import { AppError } from '../../errors.ts'

export class PictureRefused extends AppError {
  /** Whether it holds for every variant of the picture, or for the one that was asked for. */
  readonly everywhere: boolean

  constructor(reason: string, everywhere: boolean, cause?: unknown) {
    super([{ code: 'image_refused', message: `The picture cannot be used: ${reason}.` }], { cause })
    this.everywhere = everywhere
  }
}

/** Nothing can be made of the picture. */
export const pictureRefused = (reason: string, cause?: unknown): PictureRefused =>
  new PictureRefused(reason, true, cause)

/** The variant cannot be made of it; another one, smaller or in another format, may be. */
export const variantRefused = (reason: string, cause?: unknown): PictureRefused =>
  new PictureRefused(reason, false, cause)

// Why nothing can be made of a picture, in a sentence for its owner.
import { type AppError, refuse } from '../../errors.ts'

export const pictureRefused = (reason: string, cause?: unknown): AppError =>
  refuse('image_refused', `The picture cannot be used: ${reason}.`, undefined, { cause })

// How much of a picture is decoded at most. Beyond it a file is kept and served as it is, but nothing is made of it.

/** Bytes of an original that is decoded. */
export const MAX_PICTURE_BYTES = 64 * 1024 * 1024

/** Frames of an animation that are kept; of a longer one the first is allowed. */
export const MAX_FRAMES = 300

/** Bytes of a drawing: it is text, and every element costs. */
export const MAX_DRAWING_BYTES = 2 * 1024 * 1024

/** Longest side of a drawing as it is rendered. */
export const MAX_DRAWING_SIDE = 2048

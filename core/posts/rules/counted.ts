// How far is counted what may be very many.

/** Posts of one account that are still to go out are counted up to this: it stands for as many or more. */
export const MOST_COUNTED = 1000

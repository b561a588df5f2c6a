/** The data that is carried while a draft is dragged: its id. */
export const DRAGGED_IDEA = 'application/x-draft-id'

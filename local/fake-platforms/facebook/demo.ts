/** The Page that exists from the start, and on which its person may publish. */
export const DEMO_PAGE = '61550000000000017'

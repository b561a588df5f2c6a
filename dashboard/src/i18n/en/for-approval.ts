// Posts that are sent for approval, on the pages that they are sent from.
import { plural } from '../catalogue.ts'

export default {
  send: 'Send for approval',
  sent: 'Sent for approval. Nothing goes out until an editor approves it.',
  sentAll: (count: number) =>
    plural('en', count, {
      one: '# post is sent for approval. Nothing goes out until an editor approves it.',
      other: '# posts are sent for approval. Nothing goes out until an editor approves it.',
    }),
  seriesBroke: (count: number) =>
    plural('en', count, {
      one: '# post of this series is sent for approval already and is not sent again.',
      other: '# posts of this series are sent for approval already and are not sent again.',
    }),
  unsure:
    'The service did not say whether it took the post. Send it again as it is: if it was taken, it does not wait twice. Before you change it, look under Approvals.',
  sentElsewhere: 'This draft was sent for approval meanwhile. Changes here are no longer saved.',
  open: 'Approvals',
}

import type { Texts } from '../catalogue.ts'
import type en from '../en/facebook.ts'

const ko: Texts<typeof en> = {
  firstComment: 'Facebook 첫 댓글',
  firstCommentHint: '게시된 뒤에 작성됩니다. 페이지가 댓글 권한을 허용해야 합니다.',
}

export default ko

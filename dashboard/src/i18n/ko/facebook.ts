import type { Texts } from '../catalogue.ts'
import type en from '../en/facebook.ts'

const ko: Texts<typeof en> = {
  hints: {
    first_comment: '게시된 뒤에 작성됩니다. 페이지가 댓글 권한을 허용해야 합니다.',
    link: 'Facebook이 카드로 보여 줄 주소입니다.',
    place_id: 'Facebook 장소의 ID입니다.',
    countries: '이 국가에 있는 사람에게만 게시물이 보입니다.',
  },
  values: {},
  usual: { countries: '모든 국가' },
}

export default ko

import type { Texts } from '../catalogue.ts'
import type en from '../en/bluesky.ts'

const ko: Texts<typeof en> = {
  hints: {
    link_card: '제목과 사진을 본문 아래에 보여 줄 주소입니다.',
    quote_post_id: '게시물 주소: https://bsky.app/profile/…/post/…',
    reply_to_id: '게시물 주소: https://bsky.app/profile/…/post/…',
    langs: '쉼표로 구분한 코드 최대 세 개, 예: en, ko',
    tags: '쉼표로 구분하여 최대 여덟 개. 검색에는 나오지만 본문에는 표시되지 않습니다.',
    video_captions: '언어마다 WebVTT 파일 하나입니다.',
    thread: '각 게시물이 앞 게시물에 답글로 이어집니다.',
  },
  values: {
    allow_replies: {
      nobody: '아무도 없음',
      mentioned: '언급된 사람',
      following: '계정이 팔로우하는 사람',
      followers: '팔로워',
    },
    allow_quotes: { nobody: '아무도 없음' },
    labels: {
      sexual: '선정적',
      nudity: '노출',
      porn: '성인용 콘텐츠',
      'graphic-media': '잔혹한 콘텐츠',
    },
  },
  usual: { allow_replies: '모든 사람', allow_quotes: '모든 사람', labels: '없음' },
}

export default ko

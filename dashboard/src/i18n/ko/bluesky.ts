import type { Texts } from '../catalogue.ts'
import type en from '../en/bluesky.ts'

const ko: Texts<typeof en> = {
  everyone: '모든 사람',
  replies: 'Bluesky에서 답글을 달 수 있는 사람',
  repliesFrom: {
    nobody: '아무도 없음',
    mentioned: '언급된 사람',
    following: '계정이 팔로우하는 사람',
    followers: '팔로워',
  },
  quotes: 'Bluesky에서 게시물을 인용할 수 있는 사람',
  quotesFrom: { nobody: '아무도 없음' },
  labels: 'Bluesky 콘텐츠 경고',
  noLabel: '없음',
  contentLabels: {
    sexual: '선정적',
    nudity: '노출',
    porn: '성인용 콘텐츠',
    'graphic-media': '잔혹한 콘텐츠',
  },
  langs: 'Bluesky 글의 언어',
  langsHint: '쉼표로 구분한 코드 최대 세 개, 예: en, ko',
}

export default ko

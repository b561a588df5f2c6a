import { plural, type Texts } from '../catalogue.ts'
import type en from '../en/hashtags.ts'

const ko: Texts<typeof en> = {
  title: '해시태그 조회',
  needFacebook:
    '해시태그 조회는 페이지를 통해 Facebook 로그인으로 연결된 Instagram 계정에서만 할 수 있습니다. 이 게시물의 계정은 Instagram 로그인으로 연결되어 있습니다.',
  toAccounts: '계정으로 이동',
  account: '조회할 계정',
  hashtag: '해시태그',
  lookUp: '조회',
  lookUpNamed: (hashtag) => `#${hashtag} 조회`,
  hint: 'Instagram에서는 계정마다 일주일에 검색할 수 있는 해시태그 수가 정해져 있습니다.',
  noHashtag: '문자, 숫자, _로 된 해시태그 하나를 입력하세요.',
  ofPost: '이 게시물:',
  used: '해시태그는 Instagram에서 사용되고 있습니다.',
  unused: '해시태그는 아직 아무도 사용하지 않았습니다.',
  popular: '가장 인기 있는 게시물',
  noCaption: '본문 없음',
  likes: (count) => plural('ko', count, { other: '좋아요 #개' }),
  comments: (count) => plural('ko', count, { other: '댓글 #개' }),
  open: '열기',
  add: (hashtag) => `게시물에 #${hashtag} 추가`,
  searches: (used, limit, days) =>
    `이 계정은 ${days}일 동안 서로 다른 해시태그 ${limit}개 중 ${used}개를 검색했습니다. 같은 해시태그를 다시 조회하면 횟수에 포함되지 않습니다.`,
  usedUp:
    '이 계정은 Instagram이 7일 동안 허용하는 수만큼 서로 다른 해시태그를 검색했습니다. 그동안 검색한 해시태그는 다시 조회할 수 있습니다.',
}

export default ko

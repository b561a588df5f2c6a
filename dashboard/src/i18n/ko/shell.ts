import type { Texts } from '../catalogue.ts'
import type en from '../en/shell.ts'

const ko: Texts<typeof en> = {
  product: '소셜 퍼블리셔',
  skip: '본문으로 건너뛰기',
  main: '주 메뉴',
  openNavigation: '메뉴 열기',
  calendar: '캘린더',
  posts: '게시물',
  media: '미디어',
  insights: '인사이트',
  accounts: '계정',
  keys: 'API 키',
  usage: '사용량',
  webhooks: '웹훅',
  team: '팀',
  newPost: '새 게시물',
  notices: '알림',
  // The number stands alone: the surrounding text says what is counted.
  noticesNew: (count) => `새 알림: ${count}`,
  accountMenu: '내 메뉴',
  signOut: '로그아웃',
  security: '보안',
  switchOwner: (name) => `팀: ${name}. 다른 팀으로 전환`,
  roles: { admin: '관리자', editor: '편집자', author: '작성자', viewer: '뷰어' },
}
export default ko

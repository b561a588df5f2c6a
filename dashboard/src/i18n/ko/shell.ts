import { plural, type Texts } from '../catalogue.ts'
import type en from '../en/shell.ts'

const ko: Texts<typeof en> = {
  product: '소셜 퍼블리셔',
  skip: '본문으로 건너뛰기',
  main: '주 메뉴',
  openNavigation: '메뉴 열기',
  calendar: '캘린더',
  posts: '게시물',
  media: '미디어',
  accounts: '계정',
  keys: 'API 키',
  usage: '사용량',
  webhooks: '웹훅',
  team: '팀',
  newPost: '새 게시물',
  notices: '알림',
  // The number stands alone: who speaks to the browser says what is to be seen.
  noticesNew: (count) => `새 알림: ${count}`,
  accountMenu: '내 메뉴',
  signOut: '로그아웃',
  security: '보안',
  switchOwner: (name) => `소유자: ${name}. 다른 소유자로 전환`,
  roles: { admin: '관리자', editor: '편집자', viewer: '뷰어' },
  offline: '오프라인 상태입니다. 표시된 내용이 최신이 아닐 수 있으며, 다시 연결되면 새로 불러옵니다.',
  reconnectNeeded: '다시 연결 필요',
  reconnectOne: (username, platform) =>
    `${username} (${platform}) 계정을 다시 연결해야 합니다. 그때까지 이 계정에는 게시되지 않습니다.`,
  reconnectMany: (count) =>
    plural('ko', count, { other: '계정 #개를 다시 연결해야 합니다. 그때까지 이 계정들에는 게시되지 않습니다.' }),
  goToAccounts: '계정으로 이동',
  noOwner: '아직 소속된 팀이 없습니다',
  noOwnerWhy: (email) =>
    `${email}(으)로 로그인했지만 아직 이 주소로 초대받지 않았습니다. 팀 관리자에게 초대를 요청한 뒤 초대 링크를 여세요.`,
}
export default ko

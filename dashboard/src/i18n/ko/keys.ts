import { plural, type Texts } from '../catalogue.ts'
import type en from '../en/keys.ts'

const ko: Texts<typeof en> = {
  title: 'API 키',
  intro:
    '프로그램은 API 키로 게시합니다. 프로그램마다 키를 따로 만들면 어느 프로그램의 요청인지 알 수 있고, 하나만 중지할 수도 있습니다.',
  create: '키 만들기',
  createTitle: '키 만들기',
  createAction: '만들기',
  name: '이름',
  nameHint: '키를 사용할 프로그램의 이름처럼, 용도를 알 수 있게 적으세요.',
  nameRequired: '키 이름을 입력하세요.',
  rate: '분당 요청 수',
  rateHint: (most) => `최대 ${most}. 비워 두면 기본값을 사용합니다.`,
  rateWrong: (most) => (most === '' ? '1 이상의 정수를 입력하세요.' : `1에서 ${most} 사이의 정수를 입력하세요.`),
  caption: '키',
  status: '상태',
  active: '사용 중',
  oldSecretWorks: '이전 비밀 값도 사용 가능',
  oldSecretUntil: '기한:',
  assistant: (may, host) => `${host}의 어시스턴트: ${may}. 사용하지 않으면 만료:`,
  assistantMay: { editor: '게시', author: '업로드 및 승인 요청', viewer: '읽기만' },
  revoked: '폐기됨',
  created: '생성일',
  lastUsed: '마지막 사용',
  requests: '24시간 요청 수',
  rateColumn: '한도',
  perMinute: (count) => plural('ko', count, { other: '분당 #회' }),
  actions: '작업',
  rotate: '교체',
  rotateTitle: (name) => `‘${name}’ 키 교체`,
  rotateWhy: '새 비밀 값이 만들어져 한 번만 표시됩니다. 현재 비밀 값을 언제까지 사용할까요?',
  keepOld: '현재 비밀 값',
  keep0: '지금 바로 중지',
  keep1: '1시간 더 사용',
  keep24: '24시간 더 사용',
  revoke: '폐기',
  revokeTitle: (name) => `‘${name}’ 키를 폐기할까요?`,
  revokeWhy: (requests) =>
    requests === 0
      ? '즉시 영구적으로 중지됩니다. 최근 24시간 동안 사용되지 않았습니다.'
      : plural('ko', requests, {
          other: '즉시 영구적으로 중지됩니다. 최근 24시간 동안 이 키로 요청 #건이 있었습니다.',
        }),
  revokedDone: (name) => `‘${name}’ 키를 폐기했습니다.`,
  secretTitle: '지금 키를 저장하세요',
  secretWhy: '이 키는 지금 한 번만 표시됩니다. 잃어버리면 키를 교체해 새로 받아야 합니다.',
  secretUntil: '이전 비밀 값은 다음 시각까지 유효합니다:',
  apiKey: 'API 키',
  saved: '저장했습니다',
  empty: '아직 키가 없습니다',
  emptyWhy: '처음으로 연동할 프로그램의 키를 만드세요. 그러면 HTTP 요청 한 번으로 게시할 수 있습니다.',
  emptyViewer: '팀 관리자가 키를 만들 수 있습니다.',
  onlyAdmins: '관리자만 키를 만들고, 교체하고, 폐기할 수 있습니다.',
  folded: (count) => plural('ko', count, { other: '폐기된 키 #개' }),
}
export default ko

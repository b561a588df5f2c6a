import { plural, type Texts } from '../catalogue.ts'
import type en from '../en/accounts.ts'

const ko: Texts<typeof en> = {
  title: '계정',
  intro: '여기에 연결한 계정에 게시합니다. 로그인은 플랫폼에서 하며, 비밀번호는 이 서비스에 전달되지 않습니다.',
  connectAny: '계정 연결하기',
  connect: (platform) => `${platform} 연결`,
  list: '연결된 계정',
  reconnect: '다시 연결',
  slotsOvertaken: '그사이 다른 사람이 이 계정의 시간을 바꿨습니다. 내 변경은 저장되지 않았습니다.',
  slotsAnew: '내 변경을 버리고 현재 내용 보기',
  disconnect: '연결 해제',
  connected: '연결됨',
  via: (platform) => `${platform} 로그인으로 연결됨`,
  reconnectNeeded: '다시 연결 필요',
  actionNeeded: '조치 필요',
  actionWhy: (platform) =>
    `${platform}에서 계정 소유자의 조치를 요구합니다. 앱을 열어 요청한 작업을 마치면 게시가 이어집니다.`,
  listed: '목록에만 표시',
  listedWhy: '이 플랫폼에는 여기서 게시하지 않습니다.',
  reconnectWhy:
    '플랫폼이 더 이상 접근을 허용하지 않아 게시되지 않습니다. 다시 연결하면 게시물과 예약이 그대로 이어집니다.',
  tokenEnds: '접근 권한 만료',
  tokenRenews: '만료 전에 자동으로 갱신됩니다.',
  renews: '자동 갱신',
  endingWhy:
    '플랫폼이 접근 권한을 갱신하지 않아, 만료되면 이 계정에 게시되지 않습니다. 그 전에 다시 연결하세요. 게시물과 예약은 그대로 유지됩니다.',
  synced: '마지막 동기화',
  connectedBy: '연결한 사람',
  lastError: '마지막 오류',
  missing: '허용되지 않은 권한',
  missingWhy: '다시 연결하고 요청하는 권한을 모두 허용하세요.',
  quota: '오늘 남은 게시 수',
  quotaOf: (left, total) => `${total}건 중 ${left}건`,
  quotaUnknown: '플랫폼에서 받지 못함',
  quotaNotTold: '플랫폼이 제공하지 않음',
  quotaLater: '지금은 알 수 없습니다. 몇 분 뒤에 다시 확인하세요.',
  quotaRefused: (said) => `플랫폼이 거절했습니다: “${said}”`,
  scheduled: '예약된 게시물',
  onlyAdmins: '관리자만 계정을 연결하고 해제할 수 있습니다.',
  empty: '아직 계정이 없습니다',
  emptyWhy: '게시하려면 계정을 연결하세요. Instagram은 프로페셔널 계정, Facebook은 페이지여야 합니다.',
  emptyViewer: '팀 관리자가 계정을 연결할 수 있습니다.',
  disconnectTitle: (username) => `${username} 계정의 연결을 해제할까요?`,
  disconnectWhy: '더 이상 이 계정에 게시되지 않습니다. 이미 게시된 내용은 플랫폼에 그대로 남습니다.',
  disconnectStops: (count) =>
    count === 0
      ? '이 계정에 예약된 게시물은 없습니다.'
      : plural('ko', count, {
          other: '예약된 게시물 #개가 이 계정에 게시되지 않습니다. 같은 게시물의 다른 계정에는 영향이 없습니다.',
        }),
  disconnected: (username, stopped) =>
    stopped === 0
      ? `${username} 계정의 연결을 해제했습니다.`
      : `${username} 계정의 연결을 해제했습니다. ${plural('ko', stopped, { other: '예약된 게시물 #개가 중지되었습니다.' })}`,
  waiting: (platform) => `${platform} 창에서 계속하세요. 완료되면 이 페이지에 표시됩니다.`,
  opening: (platform) => `${platform} 여는 중…`,
  startOver: '처음부터 다시',
  writeFirst: '첫 게시물 작성',
  nowConnected: (username, platform) => `${username} (${platform}) 계정을 연결했습니다.`,
  connectedAgain: (username, platform) =>
    `${username} (${platform}) 계정을 다시 연결했습니다. 게시물은 그대로 유지됩니다.`,
  notReconnected: (username, platform) =>
    `${username} 계정은 다시 연결되지 않았습니다. ${platform}에 로그인되어 있거나 거기서 선택한 계정이 연결되었습니다. ${platform}에 ${username} 계정으로 로그인한 다음 다시 연결하세요.`,
  dismiss: '닫기',
  server: '서버',
  serverHint: (platform) => `계정이 있는 ${platform} 서버입니다. 예: mastodon.social`,
  serverOptional: '핸들로 찾을 수 없을 때만 입력하세요.',
  handle: '핸들',
  handleHint: (platform) => `${platform}에서 쓰는 계정 이름입니다. 예: alice.bsky.social`,
  goOn: '계속',
  usePassword: '앱 비밀번호 사용',
  appPassword: '앱 비밀번호',
  appPasswordHint: (platform) =>
    `${platform} 설정에서 이 용도로 만든 비밀번호입니다. 본래 비밀번호를 입력하지 마세요. 저장되지 않습니다.`,
  connectNow: '연결',
  needed: '필수 항목입니다.',
  choose: '계정 선택',
  chooseWhy: '로그인한 사용자가 관리하는 계정입니다. 연결할 계정을 선택하세요.',
  chooseAtMost: (most) => `로그인한 사용자가 관리하는 계정입니다. 한 번에 ${most}개까지 선택할 수 있습니다.`,
  someConnected: (count) => plural('ko', count, { other: '계정 #개를 연결했습니다.' }),
  toChoose: '플랫폼이 여러 계정을 허용했습니다. 연결할 계정을 선택하세요.',
  refused: {
    connection_refused: '플랫폼에서 취소하여 연결되지 않았습니다. 언제든지 다시 시도할 수 있습니다.',
    personal_account:
      '개인 Instagram 계정입니다. Instagram은 프로페셔널 계정에만 앱 게시를 허용합니다. Instagram 앱의 설정에서 ‘계정 유형 및 도구’를 열고 ‘프로페셔널 계정으로 전환’을 선택한 뒤 다시 연결하세요.',
    missing_permissions: '게시에 필요한 권한이 모두 허용되지 않았습니다. 모든 권한을 켜 둔 채 다시 연결하세요.',
    invalid_state: '연결이 너무 오래전에 또는 다른 창에서 시작되었거나 이미 끝났습니다. 처음부터 다시 시작하세요.',
    account_of_another_owner: '이 계정은 이미 다른 팀에 연결되어 있습니다. 먼저 그 팀에서 연결을 해제해야 합니다.',
    invalid_code: '플랫폼의 인증 코드가 이미 사용되었거나 너무 오래되었습니다. 처음부터 다시 시작하세요.',
    app_not_configured: '이 플랫폼은 아직 설정되지 않았습니다. 운영자가 먼저 앱을 등록해야 합니다.',
  },
  unsureTitle: '계정이 연결되었는지 알 수 없습니다',
  unsureWhy: '서비스가 응답하지 않았습니다. 목록에 없거나 다시 연결해야 한다고 나오면 다시 연결하세요.',
  refusedTitle: '계정이 연결되지 않았습니다',
  callbackTitle: '계정을 연결하는 중',
  callbackWhy: '잠시만 기다려 주세요. 플랫폼과 연결을 마무리하고 있습니다.',
  callbackDone: '이 창을 닫아도 됩니다',
  callbackDoneWhy: '결과는 이전 페이지에 표시됩니다.',
  toAccounts: '계정으로 이동',
  nothingToFinish: '여기서 마무리할 작업이 없습니다. 계정 페이지에서 시작하세요.',
}
export default ko

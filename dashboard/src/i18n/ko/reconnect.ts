import { plural, type Texts } from '../catalogue.ts'
import type en from '../en/reconnect.ts'

const ko: Texts<typeof en> = {
  offline: '오프라인 상태입니다. 표시된 내용이 최신이 아닐 수 있으며, 다시 연결되면 새로 불러옵니다.',
  notDone: '세션이 끝나 마지막 작업이 처리되지 않았거나 일부만 처리되었습니다. 확인한 뒤 필요하면 다시 시도하세요.',
  reconnectNeeded: '다시 연결 필요',
  reconnectOne: (username, platform) => `${username} (${platform}) 계정을 다시 연결해야 합니다.`,
  reconnectMany: (count) => plural('ko', count, { other: '계정 #개를 다시 연결해야 합니다.' }),
  actionNeeded: '조치 필요',
  actOne: (username, platform) => `${username}: 계정 소유자가 ${platform} 앱에서 요청된 조치를 해야 합니다.`,
  attentionMany: (count) => plural('ko', count, { other: '계정 #개를 확인해야 합니다.' }),
  untilThen: '그때까지 게시되지 않습니다.',
  goToAccounts: '계정으로 이동',
}
export default ko

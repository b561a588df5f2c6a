import type { Texts } from '../catalogue.ts'
import type en from '../en/notices.ts'

const ko: Texts<typeof en> = {
  title: '알림',
  none: '확인할 일이 없습니다. 실패한 게시물, 다시 연결할 계정, 꺼진 웹훅이 여기에 표시됩니다.',
  isNew: '새 알림',
  list: '알림, 최신순',
  untitled: '게시물',
  failed: (title) => `${title}: 게시되지 않았습니다.`,
  partly: (title, failed, accounts) => `${title}: 계정 ${accounts}개 중 ${failed}개에서 실패했습니다.`,
  reconnect: (account) => `${account}: 다시 연결해야 합니다. 그때까지 이 계정에는 게시되지 않습니다.`,
  mustAct: (account) =>
    `${account}: 계정 소유자가 플랫폼 앱에서 요청된 조치를 해야 합니다. 그때까지 이 계정에는 게시되지 않습니다.`,
  anAccount: '계정',
  switchedOff: (host) => `${host} 웹훅이 꺼졌습니다. 3일 동안 전송된 메시지가 없습니다.`,
  toPost: '게시물 열기',
  toAccounts: '계정으로 이동',
  toWebhooks: '웹훅으로 이동',
  markSeen: '모두 확인함으로 표시',
  byMail: '이메일로도 받기',
  mailWhy: (address) => `${address} 주소로 한 시간에 최대 한 번 보냅니다.`,
  noMail: '이 서비스는 메일을 보내지 않습니다. 운영자가 보내는 주소를 설정하지 않았습니다.',
}
export default ko

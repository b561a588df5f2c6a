import type { Texts } from '../catalogue.ts'
import type en from '../en/parts.ts'

const ko: Texts<typeof en> = {
  cancel: '취소',
  close: '닫기',
  copy: '복사',
  copied: '복사됨',
  copyFailed: '복사하지 못했습니다. 텍스트를 선택해 직접 복사하세요.',
  loading: '불러오는 중…',
  tryAgain: '다시 시도',
  working: '처리 중…',
  never: '없음',
  loadFailed: '불러오지 못했습니다.',
  actionFailed: '처리하지 못했습니다.',
  unreachable: '서비스가 응답하지 않습니다. 연결을 확인한 뒤 다시 시도하세요.',
  serviceFault: '서비스에 오류가 발생했습니다. 다시 시도해도 계속되면 운영자에게 요청 ID를 알려 주세요.',
  tooMany: (seconds) => `한 번에 너무 많은 요청을 보냈습니다. ${seconds}초 뒤에 다시 시도하세요.`,
  roleRequired: '현재 역할로는 할 수 없습니다. 팀 관리자에게 문의하세요.',
  lastAdmin: '마지막 관리자입니다. 먼저 다른 사람을 관리자로 지정하세요.',
  gone: '더 이상 존재하지 않습니다. 다른 사람이 삭제했을 수 있습니다.',
  requestId: (id) => `요청 ID: ${id}`,
  pageBroke: '페이지에 오류가 발생했습니다',
  pageBrokeWhy: '대시보드의 오류이며, 이미 보낸 내용은 사라지지 않았습니다.',
  reload: '페이지 새로 고침',
  notFound: '페이지를 찾을 수 없습니다',
  notFoundWhy: '주소가 잘못되었거나 대상이 삭제되었을 수 있습니다.',
  goHome: '시작 페이지로 이동',
  newVersion: '대시보드가 업데이트되었습니다',
  newVersionWhy: '새 버전으로 계속하려면 페이지를 새로 고치세요.',
  optional: '선택 사항',
  notices: '알림',
}
export default ko

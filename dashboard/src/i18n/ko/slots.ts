import type { Texts } from '../catalogue.ts'
import type en from '../en/slots.ts'

const ko: Texts<typeof en> = {
  open: '주간 게시 시간',
  openOf: (account) => `${account} 주간 게시 시간`,
  why: '‘다음 빈 시간’으로 예약한 게시물이 이 시간에 게시됩니다. 이미 예약된 게시물은 그대로 유지됩니다.',
  zone: '시간대',
  zoneHint: '아래 시간은 서머타임과 관계없이 해당 시간대의 시계를 따릅니다.',
  zoneWrong: 'Asia/Seoul과 같은 시간대를 선택하세요.',
  days: '요일',
  time: '시간',
  add: '추가',
  addFirst: '요일을 하나 이상 선택하고 시간을 입력하세요.',
  list: '요일별 게시 시간',
  none: '아직 게시 시간이 없어, 이 계정에는 ‘다음 빈 시간’으로 예약할 수 없습니다.',
  remove: (day, time) => `${day} ${time} 삭제`,
  next: '다음 빈 시간',
  save: '저장',
  saved: (account) => `${account} 게시 시간을 저장했습니다.`,
  goesOut: (time, zone) => `${time}에 게시됩니다 (${zone}).`,
  chooseAccount: '계정을 선택하면 그 계정의 다음 빈 시간에 게시됩니다.',
  looking: '다음 빈 시간을 찾는 중…',
  without: (account) => `${account}에 게시 시간이 없습니다.`,
  set: (account) => `${account} 게시 시간 설정`,
  onlyAdmins: '팀 관리자가 설정할 수 있습니다.',
  noCommon: '선택한 계정에 공통으로 빈 시간이 없습니다. 시간을 직접 선택하거나 계정별로 따로 게시하세요.',
}

export default ko

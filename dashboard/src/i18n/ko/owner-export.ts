import { plural, type Texts } from '../catalogue.ts'
import type en from '../en/owner-export.ts'

const count = (value: number) => plural('ko', value, { other: '#' })

const ko: Texts<typeof en> = {
  title: '모든 데이터 내보내기',
  why: '이 팀의 모든 데이터를 내려받습니다. 기록은 종류별 JSON Lines 파일로, 미디어는 원본 파일로 저장합니다.',
  inside:
    '포함: 계정, 주간 게시 시간, 게시물과 결과, 초안, 승인, 미디어, 통계, 사용량, 알림, 웹훅과 전송 기록, 구성원, API 키 이름, 변경 기록.',
  notInside:
    '제외: 계정 토큰, API 키와 웹훅의 비밀 값, 삭제된 파일, 댓글처럼 플랫폼에만 있는 내용. 예약된 게시물이 다른 곳에서 자동으로 이어지지는 않습니다.',
  intoFolder:
    '이 기기의 폴더를 선택하면 그 안에 새 폴더를 만들어 저장합니다. 도중에 멈출 수 있고, 이 페이지를 새로 고친 뒤에도 이어서 할 수 있습니다.',
  asParts:
    '이 브라우저는 폴더에 쓸 수 없어 여러 ZIP 파일로 나누어 저장합니다. 여러 파일을 다운로드하도록 허용하세요. 새로 고친 뒤에는 마지막으로 저장한 ZIP 파일 다음부터 이어서 합니다.',
  chooseFolder: '폴더를 선택하고 시작',
  start: '시작',
  pause: '일시 중지',
  goOn: '계속',
  startOver: '처음부터 다시',
  close: '닫기',
  running: (kind) => `내보내는 중: ${kind}`,
  preparing: '내보내는 중…',
  paused: '일시 중지했습니다. 닫고 나중에 이어서 할 수 있습니다.',
  broke: '내보내기가 중단되었습니다. 지금까지 저장한 내용은 그대로 있습니다.',
  unfinished: (day) => `${day}에 시작한 내보내기가 끝나지 않았습니다.`,
  done: '내보내기를 마쳤습니다.',
  counts: (records, files, size) => `기록 ${count(records)}개, 파일 ${count(files)}개 (${size})`,
  whereFolder: (folder) => `${folder} 폴더에 저장했습니다.`,
  whereParts: (parts) => `ZIP 파일 ${count(parts)}개로 저장했습니다. 모두 한 폴더에 압축을 푸세요.`,
  missing: (files) => `파일 ${count(files)}개는 저장소에 더 이상 없습니다. export.json에 목록이 있습니다.`,
  noPermission: '브라우저가 폴더에 쓰는 것을 허용하지 않았습니다. 계속을 누르고 허용하세요.',
  noFolder: '폴더가 없거나 쓸 수 없습니다. 폴더를 되돌린 뒤 계속하거나 처음부터 다시 시작하세요.',
  noSpace: '이 기기에 남은 공간이 없습니다. 공간을 확보한 뒤 계속하세요.',
  otherTab: '다른 탭이나 창에서 내보내는 중입니다.',
  changedFile: '파일 하나를 끝까지 받지 못했습니다. 계속을 누르면 다시 받습니다.',
  kinds: {
    owner: '팀',
    keys: 'API 키',
    accounts: '계정',
    slots: '주간 게시 시간',
    members: '구성원',
    team: '초대',
    webhooks: '웹훅',
    deliveries: '웹훅 전송 기록',
    media: '미디어',
    posts: '게시물',
    approvals: '승인',
    drafts: '초안',
    insights: '통계',
    notices: '알림',
    usage: '사용량',
    activity: '활동 기록',
  },
}
export default ko

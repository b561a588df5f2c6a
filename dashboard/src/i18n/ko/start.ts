import type { Texts } from '../catalogue.ts'
import type en from '../en/start.ts'

const ko: Texts<typeof en> = {
  title: '시작하기',
  dismiss: '숨기기',
  done: '완료',
  steps: { connect: '1. 계정 연결', post: '2. 첫 게시물 작성', invite: '3. 팀 초대' },
  why: {
    connect: '위에서 플랫폼을 선택하거나 고객에게 연결 링크를 보내세요.',
    post: '지금 게시하거나, 예약하고 캘린더에서 확인하세요.',
    invite: '팀원마다 자신의 이메일로 로그인하고, 역할에 따라 작업합니다.',
  },
  toPost: '게시물 작성',
  toTeam: '팀 열기',
}
export default ko

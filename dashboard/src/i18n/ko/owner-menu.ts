import type { Texts } from '../catalogue.ts'
import type en from '../en/owner-menu.ts'

const ko: Texts<typeof en> = {
  title: (team) => `팀 전환: ${team}`,
  action: '전환',
  filesEnd: '아직 업로드 중인 파일은 취소됩니다.',
}
export default ko

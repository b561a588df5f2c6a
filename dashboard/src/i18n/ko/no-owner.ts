import type { Texts } from '../catalogue.ts'
import type en from '../en/no-owner.ts'

const ko: Texts<typeof en> = {
  choose: '팀을 선택하세요',
  chooseWhy: (email) =>
    `${email} 주소로 로그인했지만, 지금 작업 중인 팀이 없습니다. 마지막으로 작업한 팀에서 나왔거나 제외되었을 수 있습니다. 아래 팀에 소속되어 있습니다.`,
  noOwner: '아직 소속된 팀이 없습니다',
  noOwnerWhy: (email) =>
    `${email} 주소로 로그인했지만, 이 주소로 받은 초대가 아직 없습니다. 팀 관리자에게 초대를 요청한 뒤 초대 링크를 여세요.`,
}
export default ko

import type { Texts } from '../catalogue.ts'
import type en from '../en/invitation.ts'

const ko: Texts<typeof en> = {
  title: (owner) => `${owner} 팀 참여`,
  loading: '초대',
  what: (owner, role) => `${owner}에 ${role} 역할로 초대받았습니다.`,
  roles: { admin: '관리자', editor: '편집자', author: '작성자', viewer: '뷰어' },
  forAddress: (email) => `${email} 주소로 보낸 초대이며 그 주소로만 사용할 수 있습니다.`,
  ends: '만료:',
  accept: '수락',
  gone: '사용할 수 없는 초대입니다',
  goneWhy: '만료되었거나 취소되었거나 이미 사용된 초대입니다. 초대한 사람에게 다시 요청하세요.',
  otherAddress:
    '초대받은 주소와 다른 주소로 로그인했습니다. 로그아웃한 뒤 링크를 다시 열고 초대받은 주소로 로그인하세요.',
  signOut: '로그아웃',
  later: '나중에',
}
export default ko

import type { Texts } from '../catalogue.ts'
import type en from '../en/sign-out.ts'

const ko: Texts<typeof en> = {
  title: '로그아웃할까요?',
  action: '로그아웃',
  draftsGo: '보내지 않은 게시물이 이 브라우저에 저장되어 있습니다. 로그아웃하면 다른 사람이 볼 수 없도록 삭제됩니다.',
  draftsStay: '이 브라우저에 남겨 두기',
}
export default ko

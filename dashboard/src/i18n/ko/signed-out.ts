import type { Texts } from '../catalogue.ts'
import type en from '../en/signed-out.ts'

const ko: Texts<typeof en> = {
  title: '로그아웃되었습니다',
  bye: '계속하려면 다시 로그인하세요.',
  notSignedIn: '로그인되어 있지 않습니다',
  signIn: '로그인',
  denied: '로그인을 허용하지 않아 아무 작업도 하지 않았습니다. 다시 시도할 수 있습니다.',
  expired: '로그인이 너무 오래 걸렸거나 다른 창에서 시작되었습니다. 처음부터 다시 시도하세요.',
  noAccess: '로그인한 계정에 인증된 이메일 주소가 없습니다. 그 계정에서 주소를 인증하거나 다른 계정으로 로그인하세요.',
  notAsked: '다른 브라우저에서 로그아웃했으므로 비밀번호를 다시 확인해야 하지만 확인하지 못했습니다. 다시 시도하세요.',
  failed: '로그인하지 못했습니다. 브라우저가 이 사이트의 쿠키를 허용하는지 확인한 뒤 다시 시도하세요.',
}
export default ko

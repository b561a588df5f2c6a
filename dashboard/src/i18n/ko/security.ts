import type { Texts } from '../catalogue.ts'
import type en from '../en/security.ts'

const ko: Texts<typeof en> = {
  title: '보안',
  intro: '로그인 방법과 로그인된 기기입니다.',
  passkeys: '패스키',
  passkeysWhy:
    '비밀번호 대신 지문, 얼굴 또는 보안 키로 로그인합니다. 패스키는 로그인 서비스 페이지에서 추가합니다. 로그인 서비스가 이 브라우저를 더 이상 기억하지 못하면 먼저 로그아웃한 뒤 다시 로그인하세요.',
  addPasskey: '패스키 추가',
  elsewhere: '비밀번호, 패스키, 추가 인증은 조직의 로그인 서비스에서 관리합니다.',
}
export default ko

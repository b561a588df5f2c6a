import type { Texts } from '../catalogue.ts'
import type en from '../en/sessions.ts'

const ko: Texts<typeof en> = {
  title: '로그인된 기기',
  intro: '내 계정으로 로그인된 브라우저 목록입니다. 모르는 브라우저는 로그아웃하세요. 1초 안에 적용됩니다.',
  caption: '내 로그인',
  browser: '브라우저',
  current: '현재 브라우저',
  unknown: '알 수 없는 브라우저',
  on: (browser, system) => `${system}의 ${browser}`,
  since: '로그인 시각',
  lastUsed: '마지막 사용',
  ends: '만료',
  end: '로그아웃',
  actions: '작업',
  ended: '해당 브라우저에서 로그아웃했습니다.',
  everywhere: '모든 기기에서 로그아웃',
  draftsGo: '보내지 않은 게시물이 이 브라우저에서 삭제됩니다.',
  everywhereWhy: '현재 브라우저를 포함한 모든 브라우저에서 즉시 로그아웃됩니다. API 키에는 영향이 없습니다.',
  endOne: '이 브라우저에서 로그아웃할까요?',
  endOneWhy: (browser) => `${browser}에서 다시 로그인해야 합니다.`,
}
export default ko

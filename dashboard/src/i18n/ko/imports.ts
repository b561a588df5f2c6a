import { plural, type Texts } from '../catalogue.ts'
import type en from '../en/imports.ts'

const ko: Texts<typeof en> = {
  title: '가져오기',
  intro: '스프레드시트에서 여러 게시물을 계획해 가져옵니다. 먼저 파일을 검사하세요. 가져오기 전에는 저장되지 않습니다.',
  file: 'CSV 파일',
  fileHint:
    '첫 줄은 열 이름입니다: type, content, accounts, scheduled_at. 그 밖에 id, title, hashtags, media, not_after, repeat, repeat_until을 쓸 수 있습니다.',
  zone: '시간대',
  zoneHint: '2031-05-06 10:30처럼 오프셋이 없는 시각에 적용됩니다.',
  check: '검사',
  noFile: '파일을 선택하세요.',
  tooLarge: '파일이 너무 큽니다. 최대 900 KB입니다.',
  notText: 'UTF-8 텍스트로 읽을 수 없습니다. “CSV UTF-8”로 저장하세요.',
  rows: '행',
  columns: { take: '선택', line: '줄', post: '게시물', accounts: '계정', when: '게시 시각', state: '상태' },
  take: (row) => `${row}행 가져오기`,
  states: { ready: '준비됨', imported: '가져옴', problem: '문제', left_out: '제외됨' },
  now: '바로',
  nextSlot: '다음 빈 시간',
  withoutText: '글 없음',
  look: '게시물 열기',
  ready: (count) => plural('ko', count, { other: '게시물 #개 준비됨' }),
  problems: (count) => plural('ko', count, { other: '문제가 있는 행 #개' }),
  known: (count) => plural('ko', count, { other: '이미 가져온 행 #개' }),
  leftOut: (count) => plural('ko', count, { other: '제외된 행 #개' }),
  import: '가져오기',
  done: (count) => plural('ko', count, { other: '게시물 #개를 가져왔습니다.' }),
  again: '가져오기가 중단되면 같은 파일을 다시 보내세요. 같은 행은 두 번 게시되지 않습니다.',
  onlyEditors: '편집자와 관리자만 게시물을 가져올 수 있습니다.',
  example: '예시 파일 받기',
  export: '게시물 내보내기',
  exporting: '내보내는 중…',
  exportWhy: '모든 게시물과 결과를 다시 가져올 수 있는 형식으로 저장합니다.',
}
export default ko

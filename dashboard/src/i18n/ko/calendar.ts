import type en from '../en/calendar.ts'
import { plural, type Texts } from '../texts.ts'

const ko: Texts<typeof en> = {
  title: '캘린더',
  views: { month: '월', week: '주', day: '일' },
  view: '보기',
  today: '오늘',
  before: '이전',
  after: '다음',
  print: '인쇄',
  caption: (span) => `${span} 게시물`,
  hour: '시간',
  zone: (zone) => `${zone} 시간대 기준입니다.`,
  newPostAt: (when) => `${when}에 새 게시물`,
  more: (count) => plural('ko', count, { other: '#개 더 보기' }),
  entry: (time, name, state) => `${time}, ${name}, ${state}`,
  movable: '스페이스를 누르면 화살표 키로 옮길 수 있고, 끌어서 옮길 수도 있습니다.',
  moving: (when) => `${when}. Enter를 누르면 여기로 옮기고 Escape를 누르면 그대로 둡니다.`,
  notMoved: '원래 위치에 그대로 둡니다.',
  moved: (name, when) => `‘${name}’을(를) ${when}(으)로 옮겼습니다.`,
  refused: (name, why) => `‘${name}’을(를) 옮기지 못했습니다: ${why}`,
  undo: '실행 취소',
  undone: '원래 위치로 되돌렸습니다.',
  nothing: '이 기간에는 게시물이 없습니다.',
  tooMany: (count) => `게시물 ${count}개만 표시됩니다. 필터를 사용하거나 기간을 줄이세요.`,
  shortcuts: '단축키',
  shortcutList: {
    t: '오늘',
    m: '월',
    w: '주',
    d: '일',
    n: '새 게시물',
    u: '마지막 이동 취소',
    '← →': '이전, 다음',
    '?': '이 목록',
  },
}
export default ko

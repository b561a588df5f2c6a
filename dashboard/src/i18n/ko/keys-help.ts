import type { Texts } from '../catalogue.ts'
import type en from '../en/keys-help.ts'

const ko: Texts<typeof en> = {
  title: '단축키',
  thisList: '이 목록',
  calendar: '캘린더에는 단축키가 더 있습니다. 그곳에서 ?를 누르세요.',
  reference: 'API 레퍼런스',
}
export default ko

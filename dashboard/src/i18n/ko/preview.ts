import type { Texts } from '../catalogue.ts'
import type en from '../en/preview.ts'

const ko: Texts<typeof en> = {
  media: (name) => `미디어 (${name})`,
  more: '더 보기',
  noCaption: '스토리에는 본문이 표시되지 않습니다.',
}

export default ko

import type en from '../en/help.ts'
import type { Texts } from '../texts.ts'

const ko: Texts<typeof en> = {
  documentation: '문서 보기(새 탭)',
}

export default ko

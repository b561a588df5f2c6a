import type { Texts } from '../catalogue.ts'
import type en from '../en/help.ts'

const ko: Texts<typeof en> = {
  documentation: '문서 보기(새 탭)',
}

export default ko

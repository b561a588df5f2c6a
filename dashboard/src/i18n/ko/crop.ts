import type { Texts } from '../catalogue.ts'
import type en from '../en/crop.ts'

const ko: Texts<typeof en> = {
  title: (name) => `${name} 자르기`,
  shape: '비율',
  area: '남길 부분',
  zoom: '확대',
  hint: '사진을 끌거나 화살표 키로 옮기세요(Shift를 누르면 조금씩). 원본은 미디어 라이브러리에 그대로 있습니다.',
  size: (width, height) => `${width} × ${height}px`,
  dropped: (names) => `잘린 사진에 없어 태그에서 빠졌습니다: ${names}.`,
  lostFocus: '초점이 잘린 사진 밖에 있어 가운데를 보여 줍니다.',
  crop: '자르기',
}

export default ko

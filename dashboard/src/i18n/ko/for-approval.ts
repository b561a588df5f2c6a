import { plural, type Texts } from '../catalogue.ts'
import type en from '../en/for-approval.ts'

const ko: Texts<typeof en> = {
  send: '승인 요청',
  sent: '승인을 요청했습니다. 편집자가 승인하기 전에는 게시되지 않습니다.',
  sentAll: (count) =>
    plural('ko', count, { other: '게시물 #개의 승인을 요청했습니다. 편집자가 승인하기 전에는 게시되지 않습니다.' }),
  seriesBroke: (count) =>
    plural('ko', count, { other: '이 반복 게시물 중 #개는 이미 승인을 요청했으므로 다시 보내지 않습니다.' }),
  unsure:
    '서비스가 게시물을 받았는지 응답하지 않았습니다. 그대로 다시 보내세요. 이미 받았다면 두 번 요청되지 않습니다. 수정하기 전에 승인 목록을 확인하세요.',
  sentElsewhere: '그사이 이 초안의 승인이 요청되었습니다. 여기 있는 내용은 더 이상 저장되지 않습니다.',
  open: '승인',
}

export default ko

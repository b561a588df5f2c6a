import type { Texts } from '../catalogue.ts'
import type en from '../en/instagram.ts'

const ko: Texts<typeof en> = {
  hints: {
    first_comment: '게시된 뒤에 작성됩니다. 계정이 댓글 권한을 허용해야 합니다.',
    collaborators: '쉼표로 구분한 사용자 이름 최대 세 개. 상대가 수락하면 그 프로필에도 표시됩니다.',
    location_id: '좌표가 있는 Facebook 장소입니다.',
    comments_enabled: '계정이 댓글 권한을 허용해야 합니다.',
    cover_media_id: '릴스를 대표하는 사진입니다.',
    thumb_offset_ms: '릴스를 대표하는 장면의 시점입니다.',
    share_to_feed: '프로필 피드에도 릴스를 표시할지 정합니다.',
    audio_name: '릴스 원본 소리의 이름입니다.',
    trial_reel: '체험 릴스는 팔로우하지 않는 사람에게 먼저 표시됩니다.',
    product_tags: '계정 상점에 있는 제품의 ID입니다.',
  },
  values: {
    trial_reel: {
      manual: '체험: 직접 팔로워에게 공유',
      performance: '체험: 반응이 좋으면 팔로워에게 공유',
    },
  },
  usual: {
    comments_enabled: '계정 설정대로',
    share_to_feed: '플랫폼 설정대로',
    trial_reel: '체험 아님',
  },
}

export default ko

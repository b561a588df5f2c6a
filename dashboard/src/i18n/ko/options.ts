import type { Texts } from '../catalogue.ts'
import type en from '../en/options.ts'

const ko: Texts<typeof en> = {
  yes: '예',
  no: '아니요',
  names: {
    content: '텍스트',
    hashtags: '해시태그',
    collaborators: '공동 작성자',
    user_tags: '태그된 사람',
    location_id: '위치',
    cover_media_id: '커버 사진',
    thumb_offset_ms: '커버 프레임(밀리초)',
    share_to_feed: '피드에 공유',
    audio_name: '오디오 이름',
    trial_reel: '체험 릴스',
    is_ai_generated: 'AI로 제작',
    first_comment: '첫 댓글',
    comments_enabled: '댓글 허용',
    reply_control: '답글을 달 수 있는 사람',
    topic_tag: '주제',
    link_attachment: '링크',
    quote_post_id: '인용한 게시물',
    reply_to_id: '답글 대상 게시물',
    thread: '스레드의 다음 게시물',
    poll: '투표',
    gif: 'GIF',
    text_attachment: '텍스트 첨부',
    spoiler_media: '스포일러로 가린 미디어',
    spoiler_text: '스포일러로 가린 텍스트',
    ghost_post: '고스트 게시물',
    reply_approvals: '답글 승인 필요',
    allowed_countries: '국가',
    share_to_instagram_story: 'Instagram 스토리에 공유',
  },
}
export default ko

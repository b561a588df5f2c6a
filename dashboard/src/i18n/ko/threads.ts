import type { Texts } from '../catalogue.ts'
import type en from '../en/threads.ts'

const ko: Texts<typeof en> = {
  topic: 'Threads 주제',
  replies: 'Threads에서 답글을 달 수 있는 사람',
  repliesAsUsual: '계정 설정대로',
  replyControls: {
    everyone: '모든 사람',
    accounts_you_follow: '계정이 팔로우하는 프로필',
    mentioned_only: '언급된 사람',
    parent_post_author_only: '원글 작성자',
    followers_only: '팔로워',
  },
}

export default ko

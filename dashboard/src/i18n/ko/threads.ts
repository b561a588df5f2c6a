import type { Texts } from '../catalogue.ts'
import type en from '../en/threads.ts'

const ko: Texts<typeof en> = {
  hints: {
    thread: '각 게시물이 앞 게시물에 답글로 이어집니다. 계정이 답글 권한을 허용해야 합니다.',
    link_attachment: 'Threads가 카드로 보여 줄 주소입니다.',
    quote_post_id: '숫자로만 된 게시물 ID입니다.',
    reply_to_id: '숫자로만 된 게시물 ID입니다. 계정이 답글 권한을 허용해야 합니다.',
    gif: 'GIPHY에 있는 GIF의 ID입니다. 주소의 끝부분입니다.',
    text_attachment: '게시물에 함께 표시되는 긴 텍스트입니다. 단어를 선택해 스타일을 지정하세요.',
    spoiler_text: '본문에서 단어를 선택하세요. 누르기 전까지 가려집니다.',
    ghost_post: '24시간 뒤 보관됩니다.',
    reply_approvals: '계정이 승인한 답글만 표시됩니다.',
    location_id: 'Threads 장소의 ID입니다. 계정이 위치 권한을 허용해야 합니다.',
    allowed_countries: '이 국가에 있는 사람에게만 게시물이 보입니다.',
  },
  values: {
    reply_control: {
      everyone: '모든 사람',
      accounts_you_follow: '계정이 팔로우하는 프로필',
      mentioned_only: '언급된 사람',
      parent_post_author_only: '원글 작성자',
      followers_only: '팔로워',
    },
    share_to_instagram_story: { light: '공유, 밝은 배경', dark: '공유, 어두운 배경' },
  },
  usual: {
    reply_control: '계정 설정대로',
    allowed_countries: '모든 국가',
    share_to_instagram_story: '공유 안 함',
  },
}

export default ko

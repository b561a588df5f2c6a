import type { Texts } from '../catalogue.ts'
import type en from '../en/mastodon.ts'

const ko: Texts<typeof en> = {
  hints: {
    content_warning: '게시물이 이 문구 뒤에 접혀 표시됩니다. 글자 수에 포함됩니다.',
    language: 'en, ko처럼 두 글자로 입력하세요.',
    quote_post_id: '계정 서버에 있는 게시물의 ID입니다.',
    reply_to_id: '계정 서버에 있는 게시물의 ID입니다.',
    focus: '사진이 어떻게 잘려도 보이는 지점입니다.',
    thread: '각 게시물이 앞 게시물에 답글로 이어집니다.',
  },
  values: {
    visibility: {
      public: '모두에게, 공개 타임라인에도 표시',
      unlisted: '모두에게, 공개 타임라인에는 표시 안 함',
      private: '팔로워',
      direct: '언급된 사람만',
    },
    quote_policy: { public: '모든 사람', followers: '팔로워', nobody: '아무도 없음' },
  },
  usual: { visibility: '계정 설정대로', quote_policy: '계정 설정대로', sensitive: '계정 설정대로' },
}

export default ko

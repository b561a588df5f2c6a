import type { Texts } from '../catalogue.ts'
import type en from '../en/mastodon.ts'

const ko: Texts<typeof en> = {
  visibility: 'Mastodon 공개 범위',
  visibilityAsUsual: '계정 설정대로',
  visibilities: {
    public: '모두에게, 공개 타임라인에도 표시',
    unlisted: '모두에게, 공개 타임라인에는 표시 안 함',
    private: '팔로워',
    direct: '언급된 사람만',
  },
  contentWarning: 'Mastodon 열람 주의',
  contentWarningHint: '게시물이 이 문구 뒤에 접혀 표시됩니다. 글자 수에 포함됩니다.',
  language: 'Mastodon 언어',
  languageHint: 'en, ko처럼 두 글자로 입력하세요.',
}

export default ko

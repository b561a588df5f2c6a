import type { Texts } from '../catalogue.ts'
import type en from '../en/team-drafts.ts'

const ko: Texts<typeof en> = {
  noDrafts: '아직 초안이 없습니다. 작성한 내용을 팀에 저장하면 누구나 이어서 쓸 수 있습니다.',
  savedBy: (name) => `저장한 사람: ${name}`,
  you: '나',
  anApiKey: 'API 키',
  editing: (names) => `지금 편집 중: ${names}`,
  open: '열기',
  openNamed: (title) => `“${title}” 열기`,
  deleteNamed: (title) => `“${title}” 초안 삭제`,
  deleteDraft: '삭제',
  deleteDraftTitle: (title) => `“${title}” 초안을 삭제할까요?`,
  deleteDraftWhy: '팀원 모두에게서 삭제됩니다.',
  sharedSaved: (name) => `팀 초안입니다. 마지막으로 저장한 사람: ${name},`,
  sharedNewer: (name) => `작성하는 동안 다른 버전이 저장되었습니다. 저장한 사람: ${name},`,
  showNewer: '그 버전 보기',
  saveOver: '내 버전으로 바꾸기',
  sharedGone: '다른 사람이 이 초안을 게시했거나 삭제했습니다. 여기 보이는 내용은 이 브라우저에만 있습니다.',
  sharedTaken: '이 초안은 그사이 다른 내용이나 설정으로 게시되었습니다. 먼저 게시물을 확인하세요.',
  keepOwn: '내 초안으로 유지',
  words: {
    hashtags: {
      none: '아직 그룹이 없습니다. 게시물에 해시태그를 쓴 다음 여기에 저장하세요.',
      name: '그룹 이름',
      save: '해시태그 저장',
      replace: '그룹 바꾸기',
      hint: '이 게시물의 해시태그를 저장합니다. 팀원 모두가 사용할 수 있습니다.',
      nothing: '먼저 게시물에 해시태그를 쓰세요.',
    },
    templates: {
      none: '아직 템플릿이 없습니다. 내용을 쓴 다음 여기에 저장하세요.',
      name: '템플릿 이름',
      save: '내용 저장',
      replace: '템플릿 바꾸기',
      hint: '이 게시물의 내용과 해시태그를 저장합니다. 팀원 모두가 사용할 수 있습니다.',
      nothing: '먼저 게시물에 내용을 쓰세요.',
    },
  },
  insert: '넣기',
  insertNamed: (name) => `“${name}” 넣기`,
  deleteWords: (name) => `“${name}” 삭제`,
  wordsSaved: (name) => `“${name}” 항목을 저장했습니다.`,
  wordsDeleted: (name) => `“${name}” 항목을 삭제했습니다.`,
}

export default ko

import type en from '../en/media.ts'
import { plural, type Texts } from '../texts.ts'

const ko: Texts<typeof en> = {
  title: '미디어',
  intro: '게시할 수 있는 사진, 동영상, 오디오입니다.',
  add: '미디어 추가',
  search: '제목 검색',
  type: '종류',
  all: '모든 종류',
  image: '사진',
  video: '동영상',
  audio: '오디오',
  stored: (size) => `${size} 저장됨`,
  list: '미디어',
  uploads: '업로드',
  progress: (name) => `${name} 업로드`,
  waiting: '대기 중',
  cancelUpload: (name) => `${name} 업로드 취소`,
  empty: '아직 아무것도 없습니다',
  emptyWhy: '여기서 또는 게시물을 작성하면서 사진과 동영상을 추가하세요.',
  none: '검색 결과 없음',
  noneWhy: '조건에 맞는 미디어가 없습니다. 다른 검색어나 모든 종류로 찾아보세요.',
  delete: '삭제',
  deleteNamed: (title) => `${title} 삭제`,
  deleteTitle: (title) => `“${title}” 미디어를 삭제할까요?`,
  deleteWhy: '파생 파일까지 모두 영구히 삭제됩니다. 이미 게시된 게시물은 그대로 유지됩니다.',
  deleted: (title) => `“${title}” 미디어를 삭제했습니다.`,
  previous: '이전 페이지',
  next: '다음 페이지',
  page: (page, pages) => `${pages}페이지 중 ${page}페이지`,
  count: (count) => plural('ko', count, { other: '미디어 #개' }),
  refused: {
    empty: (name) => `${name} 파일이 비어 있습니다.`,
    too_large: (name) => `${name} 파일이 최대 크기인 5 GB를 초과합니다.`,
    wrong_type: (name) => `${name} 파일은 이 게시물에 사용할 수 없는 형식입니다.`,
  },
}

export default ko

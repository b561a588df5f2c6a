import { plural, type Texts } from '../catalogue.ts'
import type en from '../en/option-fields.ts'

const duration = (seconds: number): string =>
  seconds < 3600
    ? plural('ko', Math.round(seconds / 60), { other: '#분' })
    : seconds < 86_400
      ? plural('ko', Math.round(seconds / 3600), { other: '#시간' })
      : plural('ko', Math.round(seconds / 86_400), { other: '#일' })

const ko: Texts<typeof en> = {
  removeNamed: (name) => `${name} 제거`,
  pollChoice: (place) => `선택지 ${place}`,
  removeChoice: (place) => `선택지 ${place} 제거`,
  addChoice: '선택지 추가',
  pollEnds: '투표 기간',
  duration,
  pollMultiple: '여러 개 선택 가능',
  pollHidden: '끝날 때까지 결과 숨기기',
  part: (place) => `스레드의 ${place}번째 게시물`,
  partHint: '이어서 어떤 이야기를 올릴까요?',
  addPart: '게시물 추가',
  removePart: (place) => `스레드의 ${place}번째 게시물 제거`,
  addToPart: (place) => `스레드의 ${place}번째 게시물에 미디어 추가`,
  removeFrom: (title, place) => `스레드의 ${place}번째 게시물에서 ${title} 제거`,
  choosePicture: '사진 선택',
  addCountry: '국가 추가',
  captionLanguage: (place) => `자막 ${place}의 언어`,
  removeCaptions: (place) => `자막 ${place} 제거`,
  addCaptions: 'WebVTT 파일 추가',
  noCaptions: (name) => `“${name}” 파일은 20kB 이하의 WebVTT 파일이 아닙니다.`,
  partnershipLabel: '유료 파트너십 라벨 표시',
  sponsors: '스폰서 계정 ID(쉼표로 구분, 최대 두 개)',
  audioId: '카탈로그의 오디오 ID',
  volumes: { audio_volume: '오디오 음량(0~100)', video_volume: '동영상 음량(0~100)' },
  chooseWords: '게시물 본문: 단어를 선택하세요',
  hideWords: '선택한 단어 가리기',
  notInText: '본문에 없음',
  attachedText: '첨부할 텍스트',
  attachedLink: '첨부한 텍스트의 링크',
  styles: { bold: '굵게', italic: '기울임', highlight: '강조', underline: '밑줄', strikethrough: '취소선' },
  fromLeft: '왼쪽에서',
  fromTop: '위에서',
  onWhich: '대상 파일',
  placeId: '장소 ID',
  placeHint: '이름이나 주소로 검색',
  placeById: (id) => `ID가 ${id}인 장소 사용`,
  placesNeedFacebook:
    '장소 검색은 Facebook 로그인으로 연결된 계정에서만 할 수 있습니다. 이 계정에는 장소 ID를 입력하세요.',
  searching: '검색 중…',
  placesFound: (count) =>
    count === 0 ? '찾은 장소가 없습니다.' : plural('ko', count, { other: '장소 #곳을 찾았습니다' }),
  placeChosen: (name) => `선택됨: ${name}`,
  mediaFirst: '먼저 게시물에 미디어를 추가하세요.',
  tagged: {
    username: { name: '사용자 이름', add: '태그' },
    product_id: { name: '제품 ID', add: '태그' },
  },
}

export default ko

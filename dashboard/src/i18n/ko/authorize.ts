import type { Texts } from '../catalogue.ts'
import type en from '../en/authorize.ts'

const ko: Texts<typeof en> = {
  title: (name) => `${name} 연결을 허용할까요?`,
  loading: '어시스턴트 연결',
  what: (owner, person) =>
    `이 어시스턴트가 회원님의 이름으로 ${owner}에서 작업하려고 합니다. 현재 로그인한 사용자는 ${person}입니다.`,
  vouchedFor: (host) => `이름과 주소는 ${host}에서 가져왔습니다.`,
  unknown: (name) => `스스로 밝힌 이름은 “${name}”이며, 확인되지 않았습니다. 방금 직접 시작한 경우에만 계속하세요.`,
  back: '완료 후 이동할 곳:',
  thisMachine: (host) => `이 컴퓨터의 프로그램(${host})`,
  may: '허용할 작업',
  roles: {
    editor: '읽기, 업로드, 게시 및 게시물 삭제',
    author: '읽기, 업로드 및 승인 요청',
    viewer: '읽기만',
  },
  later:
    'API 키 목록에 표시되며 관리자가 언제든지 폐기할 수 있습니다. 회원님이 팀에서 나가거나 역할이 맞지 않게 되거나 30일 동안 사용하지 않으면 연결이 끝납니다.',
  handed: '프로그램에 결과를 전달했습니다. 이 페이지를 닫아도 됩니다.',
  allow: '허용',
  cancel: '취소',
  cannot: '이 어시스턴트를 연결할 수 없습니다',
  cannotWhy: '어시스턴트에는 아무것도 보내지 않았습니다. 요청의 문제:',
}
export default ko

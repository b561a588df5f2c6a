// Texts of the fields of platforms' options that have more than one control.
import { plural } from '../catalogue.ts'

const duration = (seconds: number): string =>
  seconds < 3600
    ? plural('en', Math.round(seconds / 60), { one: '# minute', other: '# minutes' })
    : seconds < 86_400
      ? plural('en', Math.round(seconds / 3600), { one: '# hour', other: '# hours' })
      : plural('en', Math.round(seconds / 86_400), { one: '# day', other: '# days' })

export default {
  removeNamed: (name: string) => `Remove ${name}`,
  pollChoice: (place: number) => `Choice ${place}`,
  removeChoice: (place: number) => `Remove choice ${place}`,
  addChoice: 'Add a choice',
  pollEnds: 'Ends after',
  duration,
  pollMultiple: 'People can choose several',
  pollHidden: 'Hide the result until it ends',
  part: (place: number) => `Post ${place} of the thread`,
  partHint: 'What comes next?',
  addPart: 'Add a post',
  removePart: (place: number) => `Remove post ${place} of the thread`,
  addToPart: (place: number) => `Add media to post ${place} of the thread`,
  removeFrom: (title: string, place: number) => `Remove ${title} from post ${place} of the thread`,
  choosePicture: 'Choose a picture',
  addCountry: 'Add a country',
  captionLanguage: (place: number) => `Language of captions ${place}`,
  removeCaptions: (place: number) => `Remove captions ${place}`,
  addCaptions: 'Add a WebVTT file',
  noCaptions: (name: string) => `“${name}” is no WebVTT file of at most 20 kB.`,
  partnershipLabel: 'Show the label of a paid partnership',
  sponsors: 'Account ids of up to two sponsors, separated by a comma',
  audioId: 'Audio id from the catalog',
  volumes: { audio_volume: 'Volume of the audio (0 to 100)', video_volume: 'Volume of the video (0 to 100)' },
  chooseWords: 'Text of the post: select words in it',
  hideWords: 'Hide the selected words',
  notInText: 'is not in the text',
  attachedText: 'Attached text',
  attachedLink: 'Link of the attached text',
  styles: {
    bold: 'Bold',
    italic: 'Italic',
    highlight: 'Highlight',
    underline: 'Underline',
    strikethrough: 'Strikethrough',
  },
  fromLeft: 'From the left',
  fromTop: 'From the top',
  onWhich: 'On which file',
  placeId: 'Id of the place',
  placeHint: 'Search by name or address',
  placeById: (id: string) => `Use the place with the id ${id}`,
  placesNeedFacebook:
    'Searching for places needs an account that is connected with Facebook Login. With this one, give the id of the place.',
  searching: 'Searching…',
  placesFound: (count: number) =>
    count === 0 ? 'No place found.' : plural('en', count, { one: '# place found', other: '# places found' }),
  placeChosen: (name: string) => `Chosen: ${name}`,
  mediaFirst: 'Add media to the post first.',
  tagged: {
    username: { name: 'Username', add: 'Tag' },
    product_id: { name: 'Product id', add: 'Tag' },
  },
}

import { POST_TYPE_NAMES, type PostType } from '../../../../core/platforms/enumerations.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'

/** The type of the post. It follows from the draft's content until somebody chooses another. */
export function TypeChoice({ type, onChange }: { type: PostType; onChange: (type: PostType) => void }) {
  const text = useTexts('compose', composeTexts)
  return (
    <div role="radiogroup" aria-label={text.type} className="pills">
      {POST_TYPE_NAMES.map((each) => (
        <label key={each}>
          <input type="radio" name="type" checked={type === each} onChange={() => onChange(each)} />
          {text.types[each]}
        </label>
      ))}
    </div>
  )
}

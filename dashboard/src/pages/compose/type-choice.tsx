import { useId } from 'react'
import { POST_TYPE_NAMES, type PostType } from '../../../../core/platforms/enumerations.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'

/** The type of the post. */
export function TypeChoice({ type, onChange }: { type: PostType; onChange: (type: PostType) => void }) {
  const text = useTexts('compose', composeTexts)
  const heading = useId()
  return (
    <div role="radiogroup" aria-labelledby={heading} className="card">
      <div className="row">
        <h2 id={heading}>{text.type}</h2>
        {POST_TYPE_NAMES.map((each) => (
          <label className="choice" key={each}>
            <input type="radio" name="type" checked={type === each} onChange={() => onChange(each)} />
            {text.types[each]}
          </label>
        ))}
      </div>
    </div>
  )
}

import { usePartsTexts } from '../parts/parts-texts.ts'
import { useProblemText } from '../parts/problem.tsx'
import { useMediaTexts } from './media-texts.ts'
import { cancelUpload, retryUpload, type Upload } from './uploads.ts'

/** How far a file is, what went wrong with it, and ways to try again or give up. */
export function UploadProgress({ upload, onCancel }: { upload: Upload; onCancel?: () => void }) {
  const text = useMediaTexts()
  const parts = usePartsTexts()
  const problemText = useProblemText()
  const { id, file, state, sentBytes, error } = upload
  const cancel = () => {
    cancelUpload(id)
    onCancel?.()
  }
  return (
    <div className="upload-progress">
      {state === 'failed' ? (
        <p className="field-problem" role="alert">
          {problemText(error)}
        </p>
      ) : (
        <>
          <progress aria-label={text.progress(file.name)} max={file.size} value={sentBytes} />
          <span className="quiet">
            {state === 'waiting' ? text.waiting : `${Math.floor((100 * sentBytes) / file.size)} %`}
          </span>
        </>
      )}
      <div className="actions">
        {state === 'failed' && (
          <button type="button" className="button small" onClick={() => retryUpload(id)}>
            {parts.tryAgain}
          </button>
        )}
        <button type="button" className="button small" aria-label={text.cancelUpload(file.name)} onClick={cancel}>
          {parts.cancel}
        </button>
      </div>
    </div>
  )
}

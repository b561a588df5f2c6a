import mediaTexts from '../i18n/en/media.ts'
import partsTexts from '../i18n/en/parts.ts'
import { useTexts } from '../i18n/texts.ts'
import { useProblemText } from '../parts/problem.tsx'
import { cancelUpload, pauseUpload, resumeUpload, type Upload } from './uploads.ts'

/** How far a file is, its error, and ways to pause, resume or cancel. */
export function UploadProgress({ upload, onCancel }: { upload: Upload; onCancel?: () => void }) {
  const text = useTexts('media', mediaTexts)
  const parts = useTexts('parts', partsTexts)
  const problemText = useProblemText()
  const { id, file, state, sentBytes, error } = upload
  const stands = state === 'paused' || state === 'failed'
  const cancel = () => {
    cancelUpload(id)
    onCancel?.()
  }
  const label =
    state === 'failed'
      ? text.tryUploadAgain(file.name)
      : stands
        ? text.resumeUpload(file.name)
        : text.pauseUpload(file.name)
  const says = { waiting: text.waiting, paused: text.paused, reconnecting: text.reconnecting }[state as string]
  return (
    <div className="upload-progress">
      {state === 'failed' ? (
        <p className="field-problem" role="alert">
          {problemText(error)}
        </p>
      ) : (
        <>
          <progress aria-label={text.progress(file.name)} max={file.size} value={sentBytes} />
          <span className="quiet">{Math.floor((100 * sentBytes) / file.size)} %</span>
        </>
      )}
      <span className="quiet" role="status">
        {says}
      </span>
      <div className="actions">
        <button
          type="button"
          className="button small"
          aria-label={label}
          onClick={() => (stands ? resumeUpload(id) : pauseUpload(id))}
        >
          {state === 'failed' ? parts.tryAgain : stands ? text.resume : text.pause}
        </button>
        <button type="button" className="button small" aria-label={text.cancelUpload(file.name)} onClick={cancel}>
          {parts.cancel}
        </button>
      </div>
    </div>
  )
}

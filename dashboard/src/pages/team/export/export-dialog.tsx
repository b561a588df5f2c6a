// Taking everything of the team along: what is in it, where it goes, how far it is.
import ownerExportTexts from '../../../i18n/en/owner-export.ts'
import { useFormats } from '../../../i18n/format.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Incomplete } from './fetching.ts'
import { hasFolders } from './folder-target.ts'
import type { ExportState } from './kept-export.ts'
import { type Export, InOtherTab, NotAllowed, useExport } from './use-export.ts'

const isNamed = (error: unknown, ...names: string[]) => error instanceof DOMException && names.includes(error.name)

export default function ExportDialog({ onClose }: { onClose: () => void }) {
  const text = useTexts('ownerExport', ownerExportTexts)
  const its = useExport()
  const running = its.is === 'running'
  return (
    <Dialog title={text.title} onClose={onClose} closable={!running}>
      <div className="stack">
        <p>{text.why}</p>
        {its.is === 'none' && (
          <>
            <p>{text.inside}</p>
            <p>{text.notInside}</p>
            <p className="quiet">{hasFolders() ? text.intoFolder : text.asParts}</p>
          </>
        )}
        {its.state && <Standing its={its} state={its.state} />}
        <Stopped error={its.error} begun={its.state !== undefined} />
      </div>
      <footer>
        {!running && (
          <button type="button" className="button" onClick={onClose}>
            {text.close}
          </button>
        )}
        {(its.is === 'paused' || its.is === 'done') && (
          <button type="button" className="button" onClick={its.startOver}>
            {text.startOver}
          </button>
        )}
        {its.is === 'none' && (
          <button type="button" className="button primary" onClick={() => void its.begin()}>
            {hasFolders() ? text.chooseFolder : text.start}
          </button>
        )}
        {running && (
          <button type="button" className="button primary" onClick={its.pause}>
            {text.pause}
          </button>
        )}
        {its.is === 'paused' && (
          <button type="button" className="button primary" onClick={() => void its.goOn()}>
            {text.goOn}
          </button>
        )}
      </footer>
    </Dialog>
  )
}

/** How far it is, in words and figures. */
function Standing({ its: { is, kind, error }, state }: { its: Export; state: ExportState }) {
  const text = useTexts('ownerExport', ownerExportTexts)
  const formats = useFormats()
  const records = Object.values(state.records).reduce((sum, count) => sum + count, 0)
  const says =
    is === 'done'
      ? text.done
      : is === 'running'
        ? kind
          ? text.running(text.kinds[kind])
          : text.preparing
        : error === undefined
          ? `${text.unfinished(formats.date(state.begunAt))} ${text.paused}`
          : text.unfinished(formats.date(state.begunAt))
  const { into } = state
  return (
    <>
      <p role="status">{says}</p>
      {is === 'running' && <progress aria-label={text.preparing} />}
      <p>{text.counts(records, state.files, formats.size(state.bytes))}</p>
      <p className="long">
        {into.is === 'folder' ? text.whereFolder(state.name) : is === 'done' && text.whereParts(into.saved)}
      </p>
      {state.missing.length > 0 && <p>{text.missing(state.missing.length)}</p>}
    </>
  )
}

/** Why it stopped, and what to do. */
function Stopped({ error, begun }: { error: unknown; begun: boolean }) {
  const text = useTexts('ownerExport', ownerExportTexts)
  if (error === undefined) return null
  const known =
    error instanceof NotAllowed || isNamed(error, 'NotAllowedError', 'SecurityError')
      ? text.noPermission
      : error instanceof InOtherTab
        ? text.otherTab
        : error instanceof Incomplete
          ? text.changedFile
          : isNamed(error, 'QuotaExceededError')
            ? text.noSpace
            : isNamed(error, 'NotFoundError', 'NoModificationAllowedError', 'InvalidStateError', 'TypeMismatchError')
              ? text.noFolder
              : undefined
  return (
    <>
      {known === undefined ? (
        <Problem error={error} />
      ) : (
        <div className="problem" role="alert">
          <p>{known}</p>
        </div>
      )}
      {begun && <p className="quiet">{text.broke}</p>}
    </>
  )
}

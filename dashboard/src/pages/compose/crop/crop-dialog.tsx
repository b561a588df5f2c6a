import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import { useMutation } from '../../../api/mutation.ts'
import 'react-easy-crop/react-easy-crop.css'
import { factsOf, type PlatformId } from '../../../../../core/platforms/facts.ts'
import { PlatformMark } from '../../../accounts/account-face.tsx'
import cropTexts from '../../../i18n/en/crop.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { useUploads } from '../../../media/uploads.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { FormFoot } from '../../../parts/form-foot.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import type { Draft, DraftMedium } from '../draft.ts'
import { cutMarks, marksBack } from './crop-marks.ts'
import { bytesOf, cropped } from './crop-picture.ts'
import { type Area, cropShapes, firstShape } from './crop-shapes.ts'
import './crop.css'

const MOST_ZOOM = 4
const STEP_PX = 8

/** The details of the original picture that also fit the cropped one. */
export interface MarksOfCrop {
  /** @param key the new picture's. */
  cut: (options: Draft['options'], key: string) => Draft['options']
  back: (options: Draft['options'], key: string) => Draft['options']
  /** The details that are cut off with the rest of the picture; empty if there are none. */
  says: string
}

interface CropDialogProps {
  medium: DraftMedium
  draft: Draft
  platforms: readonly PlatformId[]
  /** The new file takes the picture's place in the post, with what stands on it. */
  onCrop: (file: File, marks: MarksOfCrop) => void
  onClose: () => void
}

interface Cut {
  /** The part that is kept, in hundredths of the picture. */
  part: Area
  cut: () => Promise<File>
}

/** Cuts a picture of the post to a shape that its platforms show whole, by pointer, touch or keyboard. */
export default function CropDialog({ medium, draft, platforms, onCrop, onClose }: CropDialogProps) {
  const text = useTexts('crop', cropTexts)
  const { key, asset } = medium
  const here = useUploads().find(({ id }) => id === key)?.file
  const query = useQuery({
    queryKey: ['picture-bytes', asset?.id],
    queryFn: async () => here ?? (await bytesOf(asset!.id)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const cutting = useMutation({
    mutationFn: async ({ cut }: Cut) => cut(),
    onSuccess: (file, { part }) => {
      const { options } = draft
      const { dropped, lostFocus } = cutMarks(options, key, key, part)
      onCrop(file, {
        cut: (now, to) => cutMarks(now, key, to, part).options,
        back: (now, from) => marksBack(now, options, from, key),
        says: [dropped.length === 0 ? [] : text.dropped(dropped.join(', ')), lostFocus ? text.lostFocus : []]
          .flat()
          .join(' '),
      })
    },
  })
  return (
    // The picture takes its place in the post, also after this was closed.
    <Dialog title={text.title(asset?.title ?? '')} onClose={onClose} closable={!cutting.isPending}>
      <Loaded query={query}>
        {(bytes) => (
          <Crop
            bytes={bytes}
            title={asset?.title ?? ''}
            draft={draft}
            platforms={platforms}
            cutting={cutting}
            onClose={onClose}
          />
        )}
      </Loaded>
    </Dialog>
  )
}

/** The address of a file in this page, as long as it is shown. */
function useAddress(bytes: Blob): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(bytes)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes])
  return address
}

interface CropProps {
  bytes: Blob
  title: string
  draft: Draft
  platforms: readonly PlatformId[]
  cutting: ReturnType<typeof useMutation<File, Cut>>
  onClose: () => void
}

function Crop({ bytes, title, draft: { type, crop }, platforms, cutting, onClose }: CropProps) {
  const text = useTexts('crop', cropTexts)
  const address = useAddress(bytes)
  const shapes = cropShapes(type, platforms)
  const [chosen, setShape] = useState('')
  /** Width to height; null until the picture has loaded. */
  const [ratio, setRatio] = useState<number | null>(null)
  const shape =
    shapes.find(({ name }) => name === chosen) ?? (ratio === null ? undefined : firstShape(shapes, type, crop, ratio))
  const choices = useRef<HTMLDivElement>(null)
  // The dialog opened before there was anything to choose: the focus is on its button "Close".
  useEffect(() => {
    if (ratio !== null) choices.current?.querySelector<HTMLElement>(':checked')?.focus()
  }, [ratio])
  const [place, setPlace] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  /** In hundredths of the picture, and in its pixels. */
  const [left, setLeft] = useState<{ part: Area; pixels: Area } | null>(null)
  const cut = async () => {
    const image = new Image()
    image.src = address!
    await image.decode()
    return cropped(
      image,
      left!.pixels,
      bytes.type,
      // With an extension, which is replaced: else ".91x1" would be taken for one.
      `${title.replace(/\.[^.]{1,5}$/, '')} ${shape!.name.replace(':', 'x')}.jpg`,
    )
  }
  return (
    <>
      <div className="stack">
        <div role="radiogroup" aria-label={text.shape} className="pills" ref={choices}>
          {shapes.map((each) => (
            <label key={each.name}>
              <input
                type="radio"
                name="crop-shape"
                checked={shape?.name === each.name}
                onChange={() => setShape(each.name)}
              />
              {each.name}
            </label>
          ))}
        </div>
        <div className="crop-parts">
          <div className="crop-stage">
            {address !== undefined && (
              <Cropper
                image={address}
                crop={place}
                zoom={zoom}
                maxZoom={MOST_ZOOM}
                aspect={shape?.ratio ?? 1}
                keyboardStep={STEP_PX}
                // The policy of the page takes no styles but those of its files.
                disableAutomaticStylesInjection
                onMediaLoaded={({ naturalWidth, naturalHeight }) => setRatio(naturalWidth / naturalHeight)}
                onCropChange={setPlace}
                onZoomChange={setZoom}
                onCropAreaChange={(part, pixels) => setLeft({ part, pixels })}
                cropperProps={{ role: 'application', 'aria-label': text.area, 'aria-describedby': 'crop-hint' }}
                mediaProps={{ alt: '' }}
              />
            )}
          </div>
          <figure className="crop-result">
            <div className="crop-frame" style={{ aspectRatio: shape?.ratio ?? 1 }}>
              {address !== undefined && left !== null && (
                <img
                  src={address}
                  alt=""
                  style={{
                    width: `${10_000 / left.part.width}%`,
                    height: `${10_000 / left.part.height}%`,
                    left: `${(-100 * left.part.x) / left.part.width}%`,
                    top: `${(-100 * left.part.y) / left.part.height}%`,
                  }}
                />
              )}
            </div>
            <figcaption className="quiet small">
              {platforms.map((id) => (
                <span key={id} title={factsOf(id).display_name}>
                  <PlatformMark of={id} />
                </span>
              ))}
              {left !== null && text.size(Math.round(left.pixels.width), Math.round(left.pixels.height))}
            </figcaption>
          </figure>
        </div>
        <label className="crop-zoom">
          <span>{text.zoom}</span>
          <input
            type="range"
            min={1}
            max={MOST_ZOOM}
            step={0.05}
            value={zoom}
            onChange={({ target }) => setZoom(Number(target.value))}
          />
        </label>
        <p className="quiet small" id="crop-hint">
          {text.hint}
        </p>
      </div>
      <FormFoot
        action={text.crop}
        onAct={() => cutting.mutate({ part: left!.part, cut })}
        onCancel={onClose}
        busy={cutting.isPending}
        locked={left === null || shape === undefined}
        error={cutting.error}
      />
    </>
  )
}

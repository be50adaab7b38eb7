import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { ImageType } from '@/lib/media/file-types';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { Dialog } from '@/ui/overlay/Dialog';
import { clampCrop, MAX_ZOOM, moveCrop, type Size, START, squareOf } from './crop';
import { cutOut } from './picture';

interface Props {
  file: File;
  /** 0 to 1 while it is stored. */
  progress: number | null;
  problem: string | null;
  onCancel: () => void;
  onDone: (image: Blob, type: ImageType) => void;
}

const STEP = 12;
const ARROWS: Record<string, [dx: number, dy: number]> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

/** Choose the part of a picture: drag it or use the arrow keys, zoom with the slider. */
export default function CropDialog({ file, progress, problem, onCancel, onDone }: Props) {
  const { t } = useLingui();
  const url = useObjectUrl(file);
  const image = useRef<HTMLImageElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  const [broken, setBroken] = useState(false);
  const [crop, setCrop] = useState(START);
  const drag = useRef<{ x: number; y: number } | null>(null);
  const busy = progress !== null;

  const move = (dx: number, dy: number, shown: number) => {
    if (size) setCrop((now) => moveCrop(size, now, dx, dy, shown));
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current) return;
    move(event.clientX - drag.current.x, event.clientY - drag.current.y, event.currentTarget.clientWidth);
    drag.current = { x: event.clientX, y: event.clientY };
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    move(arrow[0], arrow[1], event.currentTarget.clientWidth);
  };
  const save = async () => {
    const cut = image.current && (await cutOut(image.current, crop).catch(() => null));
    if (cut) onDone(cut.image, cut.type);
    else setBroken(true);
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title={t`Choose the part to show`}
      description={t`Drag the picture or use the arrow keys.`}
      actions={
        <>
          <Button onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" busy={busy} disabled={!size || broken} onClick={() => void save()}>
            <Trans>Save picture</Trans>
          </Button>
        </>
      }
    >
      {problem && (
        <Alert tone="danger" className="mb-4">
          {problem}
        </Alert>
      )}
      {broken && (
        <Alert tone="danger" className="mb-4">
          <Trans>This picture cannot be read. Please choose another one.</Trans>
        </Alert>
      )}
      <button
        type="button"
        aria-label={t`Picture, move with the arrow keys`}
        className="relative mx-auto block aspect-square w-full max-w-72 cursor-move touch-none overflow-hidden rounded-full bg-surface-2"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          drag.current = null;
        }}
        onPointerCancel={() => {
          drag.current = null;
        }}
        onKeyDown={onKeyDown}
      >
        {url && (
          <img
            ref={image}
            src={url}
            alt=""
            draggable={false}
            className="absolute max-w-none"
            style={size ? placeOf(size, crop) : { opacity: 0 }}
            onLoad={(event) =>
              setSize({ width: event.currentTarget.naturalWidth, height: event.currentTarget.naturalHeight })
            }
            onError={() => setBroken(true)}
          />
        )}
      </button>
      <label className="mx-auto mt-5 grid max-w-72 gap-1.5 text-sm font-semibold">
        <Trans>Zoom</Trans>
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={crop.zoom}
          className="h-11 w-full accent-accent"
          onChange={(event) => size && setCrop(clampCrop(size, { ...crop, zoom: Number(event.target.value) }))}
        />
      </label>
      {busy && <progress className="mt-2 h-1.5 w-full accent-accent" value={progress} aria-label={t`Uploading`} />}
    </Dialog>
  );
}

/** The picture's place in the window, in percent of the window's side. */
function placeOf(size: Size, crop: typeof START) {
  const { left, top, side } = squareOf(size, crop);
  const percent = (pixels: number) => `${(pixels / side) * 100}%`;
  return { width: percent(size.width), height: percent(size.height), left: percent(-left), top: percent(-top) };
}

function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

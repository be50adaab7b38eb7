import { Trans, useLingui } from '@lingui/react/macro';
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { SignInLink } from '@/ui/feedback/SignInLink';
import { Dialog } from '@/ui/overlay/Dialog';
import { clampCrop, cutOut, MAX_ZOOM, moveCrop, type Size, START, squareOf } from './crop';

interface Props {
  file: File;
  /** The progress from 0 to 1, or null if nothing is being uploaded. */
  progress: number | null;
  problem: string | null;
  /** True if saving failed because the session had ended. */
  signedOut: boolean;
  onCancel: () => void;
  onDone: (image: Blob) => void;
}

const STEP = 12;
const ARROWS: Record<string, [dx: number, dy: number]> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

/** Crops a picture. The person drags it or uses the arrow keys, and zooms with the slider. */
export default function CropDialog({ file, progress, problem, signedOut, onCancel, onDone }: Props) {
  const { t } = useLingui();
  const image = useRef<HTMLImageElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  const [broken, setBroken] = useState(false);
  const [crop, setCrop] = useState(START);
  const busy = progress !== null;

  const save = async () => {
    const cut = image.current && (await cutOut(image.current, crop).catch(() => null));
    if (cut) onDone(cut);
    else setBroken(true);
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title={t`Choose which part of the picture to show`}
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
      <Problem>
        {problem && (
          <>
            <span className="block">{problem}</span>
            {signedOut && <SignInLink />}
          </>
        )}
      </Problem>
      <Problem>
        {broken && (
          <span>
            <Trans>We can't read this picture. Please choose another one.</Trans>
          </span>
        )}
      </Problem>
      <CropWindow onMove={(dx, dy, shown) => size && setCrop((now) => moveCrop(size, now, dx, dy, shown))}>
        <Picture
          ref={image}
          file={file}
          place={size && placeOf(size, crop)}
          onSize={setSize}
          onBroken={() => setBroken(true)}
        />
      </CropWindow>
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

function Problem({ children }: { children: ReactNode }) {
  return (
    children && (
      <Alert tone="danger" className="mb-4">
        {children}
      </Alert>
    )
  );
}

interface WindowProps {
  /** Moves the picture by screen pixels. `shown` is the side of the window in screen pixels. */
  onMove: (dx: number, dy: number, shown: number) => void;
  children: ReactNode;
}

/** Shows the round window over the picture, which can be moved with a finger, the mouse or the arrow keys. */
function CropWindow({ onMove, children }: WindowProps) {
  const { t } = useLingui();
  const drag = useRef<{ x: number; y: number } | null>(null);
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current) return;
    onMove(event.clientX - drag.current.x, event.clientY - drag.current.y, event.currentTarget.clientWidth);
    drag.current = { x: event.clientX, y: event.clientY };
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    onMove(arrow[0], arrow[1], event.currentTarget.clientWidth);
  };
  const onEnd = () => {
    drag.current = null;
  };
  return (
    <button
      type="button"
      aria-label={t`Picture. Use the arrow keys to move it.`}
      className="relative mx-auto block aspect-square w-full max-w-72 cursor-move touch-none overflow-hidden rounded-full bg-surface-2"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={onPointerMove}
      onPointerUp={onEnd}
      onPointerCancel={onEnd}
      onKeyDown={onKeyDown}
    >
      {children}
    </button>
  );
}

interface PictureProps {
  ref: Ref<HTMLImageElement>;
  file: File;
  /** Null until the picture has loaded. */
  place: CSSProperties | null;
  onSize: (size: Size) => void;
  onBroken: () => void;
}

function Picture({ ref, file, place, onSize, onBroken }: PictureProps) {
  const url = useObjectUrl(file);
  if (!url) return null;
  return (
    <img
      ref={ref}
      src={url}
      alt=""
      draggable={false}
      className="absolute max-w-none"
      style={place ?? { opacity: 0 }}
      onLoad={(event) => onSize({ width: event.currentTarget.naturalWidth, height: event.currentTarget.naturalHeight })}
      onError={onBroken}
    />
  );
}

/** Returns the picture's position in percent of the window's side. */
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

import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { CameraControls } from './CameraControls';
import { signal } from './signal';
import { isTicket, type Read, readTicket } from './ticket';
import { type CameraState, type Facing, useCamera } from './use-camera';

/** How long a code must be out of sight before it counts as shown again. */
const GONE_MS = 2000;
/** How long nothing is read before a hint appears. */
const HINT_MS = 3000;

interface Props {
  facing: Facing;
  /** True while a ticket covers the camera. */
  paused: boolean;
  onRead: (read: Read) => void;
  /** Requests the camera again. */
  onAgain: (facing: Facing) => void;
}

/** Shows the camera's picture, and reports unusable codes below it. */
export function Finder({ facing, paused, onRead, onAgain }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const last = useRef({ text: '', at: 0 });
  const [odd, setOdd] = useState<Read | null>(null);
  const look = (text: string) => {
    const now = Date.now();
    // A code stays in front of the camera for many frames, and counts only once.
    const same = text === last.current.text && now - last.current.at < GONE_MS;
    last.current = { text, at: now };
    if (same || paused) return;
    const read = readTicket(text);
    const ours = isTicket(read);
    if (!ours) signal(false);
    setOdd(ours ? null : read);
    onRead(read);
  };
  const { state, track, cameras } = useCamera(video, look, () => onAgain(facing), facing, paused);
  // A code that was visible during a pause doesn't count as shown again.
  useEffect(() => {
    if (!paused) last.current.at = Date.now();
  }, [paused]);
  const [hint, setHint] = useState(false);
  const waiting = state === 'on' && !paused && !odd;
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setHint(true), HINT_MS);
    return () => {
      clearTimeout(timer);
      setHint(false);
    };
  }, [waiting]);
  const seen = state === 'on' || state === 'starting';
  return (
    <>
      {seen && (
        <p className="-mt-2 text-ink-2">
          <Trans>Hold the guest's QR code in front of the camera.</Trans>
        </p>
      )}
      <div
        hidden={!seen}
        className="relative mx-auto aspect-[4/3] w-full overflow-hidden rounded-lg bg-night sm:max-w-96"
      >
        <video ref={video} muted playsInline className="size-full object-cover" />
        <span
          aria-hidden="true"
          className="absolute inset-[12%] rounded-lg border-2 border-white/80 ring-1 ring-anil-950/40"
        />
        {state === 'starting' && (
          <p role="status" className="absolute inset-0 grid place-items-center p-4 text-on-night">
            <Trans>Starting the camera...</Trans>
          </p>
        )}
        <p role="status" className="absolute inset-x-0 bottom-2 text-center empty:hidden">
          {hint && (
            <span className="rounded-full bg-night px-4 py-2 font-semibold text-on-night">
              <Trans>Hold it closer and straighter</Trans>
            </span>
          )}
        </p>
      </div>
      {state === 'on' && track && (
        <CameraControls
          track={track}
          onTurn={cameras > 1 ? () => onAgain(facing === 'user' ? 'environment' : 'user') : undefined}
        />
      )}
      {!seen && <NoCamera state={state} onRetry={() => onAgain(facing)} />}
      {odd && <Odd read={odd} />}
    </>
  );
}

function Odd({ read }: { read: Read }) {
  return (
    <Alert tone="danger">
      {read.is === 'foreign' ? (
        <Trans>This QR code leads to {read.host}, not to a ticket. We didn't open it.</Trans>
      ) : (
        <Trans>This QR code isn't a ticket. Ask the guest to open My Bookings.</Trans>
      )}
    </Alert>
  );
}

function NoCamera({ state, onRetry }: { state: CameraState; onRetry: () => void }) {
  return (
    <Alert
      tone="warn"
      action={
        (state === 'refused' || state === 'busy') && (
          <Button size="sm" variant="ghost" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )
      }
    >
      {state === 'refused' && (
        <span>
          <Trans>The camera is blocked for this page. Allow it in your browser's settings, or type the code.</Trans>
        </span>
      )}
      {state === 'none' && (
        <span>
          <Trans>This device has no camera. Type the code instead.</Trans>
        </span>
      )}
      {state === 'busy' && (
        <span>
          <Trans>We can't use the camera right now. Close other apps that use it, or type the code.</Trans>
        </span>
      )}
      {state === 'unsupported' && (
        <span>
          <Trans>
            This browser doesn't let web pages use the camera. Open the page in another browser, or type the code.
          </Trans>
        </span>
      )}
    </Alert>
  );
}

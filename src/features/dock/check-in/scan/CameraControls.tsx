import { Trans, useLingui } from '@lingui/react/macro';
import { Flashlight, SwitchCamera, ZoomIn } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/Button';

/** Capabilities that some cameras have and that TypeScript's types lack. */
interface Extras {
  torch?: boolean;
  zoom?: { min: number; max: number };
}

/** Returns this camera's capabilities. Browsers without the API report none. */
export function extrasOf(track: MediaStreamTrack | null): { torch: boolean; zoom: number | null } {
  const can = (track?.getCapabilities?.() ?? {}) as Extras;
  const zoom = can.zoom && can.zoom.max >= 2 * can.zoom.min ? Math.min(2 * can.zoom.min, can.zoom.max) : null;
  return { torch: can.torch === true, zoom };
}

const set = (track: MediaStreamTrack, extras: object) =>
  // If the phone refuses this setting, the camera continues without it.
  void track.applyConstraints({ advanced: [extras as MediaTrackConstraintSet] }).catch(() => undefined);

/** Controls the light, the zoom and the choice of camera, where available. */
export function CameraControls({ track, onTurn }: { track: MediaStreamTrack; onTurn?: (() => void) | undefined }) {
  const { t } = useLingui();
  const { torch, zoom } = extrasOf(track);
  const [lit, setLit] = useState(false);
  const [near, setNear] = useState(false);
  if (!torch && zoom === null && !onTurn) return null;
  return (
    <fieldset className="flex flex-wrap justify-center gap-2">
      <legend className="sr-only">{t`Camera`}</legend>
      {torch && (
        <Button
          aria-pressed={lit}
          icon={<Flashlight aria-hidden="true" />}
          onClick={() => {
            set(track, { torch: !lit });
            setLit(!lit);
          }}
        >
          <span>{lit ? <Trans>Light off</Trans> : <Trans>Light</Trans>}</span>
        </Button>
      )}
      {zoom !== null && (
        <Button
          aria-pressed={near}
          icon={<ZoomIn aria-hidden="true" />}
          onClick={() => {
            set(track, { zoom: near ? zoom / 2 : zoom });
            setNear(!near);
          }}
        >
          <span>{near ? <Trans>Zoom out</Trans> : <Trans>Zoom in</Trans>}</span>
        </Button>
      )}
      {onTurn && (
        <Button icon={<SwitchCamera aria-hidden="true" />} onClick={onTurn}>
          <span>
            <Trans>Other camera</Trans>
          </span>
        </Button>
      )}
    </fieldset>
  );
}

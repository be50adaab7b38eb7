import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { createDecoder } from './decode';

/**
 * 'refused': the person or a policy doesn't allow the camera. 'none': there is no camera. 'busy': another app uses
 * it. 'unsupported': pages can't use cameras.
 */
export type CameraState = 'starting' | 'on' | 'refused' | 'none' | 'busy' | 'unsupported';

/** The back camera ('environment') or the front camera ('user'). */
export type Facing = 'environment' | 'user';

export interface Camera {
  state: CameraState;
  /** The number of cameras, which is known once one is running. */
  cameras: number;
  /** The video track, for light and zoom. */
  track: MediaStreamTrack | null;
}

/** The pause between two frames, because a hot phone is slow. */
const LOOK_MS = 120;

const BY_NAME: Readonly<Record<string, CameraState>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
};

/** Returns why the camera didn't start. */
export const stateOf = (error: unknown): CameraState =>
  BY_NAME[typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''] ?? 'busy';

/** Falls back to the other camera if there is none on this side. */
const startCamera = (facing: Facing): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: facing, width: { ideal: 1280 } } });

async function countCameras(): Promise<number> {
  const devices = await navigator.mediaDevices.enumerateDevices?.().catch(() => []);
  return devices?.filter(({ kind }) => kind === 'videoinput').length ?? 0;
}

const hasCameras = () => Boolean(navigator.mediaDevices?.getUserMedia);

/**
 * Shows the camera in the video element and reports each text it reads, while mounted and visible. After the camera
 * was released, `onAgain` mounts a new component that requests it again. `paused` stops reading, because decoding
 * would slow down the pending response.
 */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  onText: (text: string) => void,
  onAgain: () => void,
  facing: Facing,
  paused: boolean,
): Camera {
  const [cameras, setCameras] = useState(0);
  const [track, setTrack] = useState<MediaStreamTrack | null>(null);
  const [state, setState] = useState<CameraState>(() => (hasCameras() ? 'starting' : 'unsupported'));
  const told = useEffectEvent(onText);
  const again = useEffectEvent(onAgain);
  const isPaused = useEffectEvent(() => paused);
  useEffect(() => {
    if (!hasCameras()) return;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const stop = () => {
      ended = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };

    async function run() {
      stream = await startCamera(facing);
      const element = video.current;
      if (ended || !element) {
        stop();
        return;
      }
      const [picture = null] = stream.getVideoTracks();
      picture?.addEventListener('ended', () => setState('busy'));
      setTrack(picture);
      void countCameras().then(setCameras);
      element.srcObject = stream;
      await element.play();
      const decode = await createDecoder();
      if (ended) return;
      setState('on');
      const look = async () => {
        const text = isPaused() ? null : await decode(element).catch(() => null);
        if (ended) return;
        if (text) told(text);
        timer = setTimeout(() => void look(), LOOK_MS);
      };
      await look();
    }

    // When another app or the lock screen takes over, the camera is released and requested again afterwards.
    const onLook = () => {
      if (document.visibilityState === 'hidden') stop();
      else if (ended) again();
    };
    document.addEventListener('visibilitychange', onLook);
    run().catch((error: unknown) => {
      if (ended) return;
      stop();
      setState(stateOf(error));
    });
    return () => {
      document.removeEventListener('visibilitychange', onLook);
      stop();
    };
  }, [video, facing]);
  return { state, track, cameras };
}

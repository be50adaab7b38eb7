import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { createDecoder } from './decode';

/**
 * refused: by the person or a policy; none: no camera; busy: used by another app; unsupported: not available to pages.
 */
export type CameraState = 'starting' | 'on' | 'refused' | 'none' | 'busy' | 'unsupported';

/** A phone's back or front camera. */
export type Facing = 'environment' | 'user';

export interface Camera {
  state: CameraState;
  /** The number of cameras; known once it runs. */
  cameras: number;
  /** The track, for light and zoom. */
  track: MediaStreamTrack | null;
}

/** The pause between two frames, as a phone in the sun is busy. */
const LOOK_MS = 120;

const BY_NAME: Readonly<Record<string, CameraState>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
};

/** The reason of a failed start. */
export const stateOf = (error: unknown): CameraState =>
  BY_NAME[typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''] ?? 'busy';

/** The other camera if there is no such one. */
const startCamera = (facing: Facing): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: facing, width: { ideal: 1280 } } });

async function countCameras(): Promise<number> {
  const devices = await navigator.mediaDevices.enumerateDevices?.().catch(() => []);
  return devices?.filter(({ kind }) => kind === 'videoinput').length ?? 0;
}

const hasCameras = () => Boolean(navigator.mediaDevices?.getUserMedia);

/**
 * Shows the camera in the video and reports each text it reads, while mounted and visible. A released camera is
 * requested again by a new component, which `onAgain` mounts. `paused`: nothing is read, as decoding would slow down
 * the pending answer.
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

    // Another app or the lock screen: the camera is released, and requested again afterwards.
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

import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { createDecoder } from './decode';

/** refused: by the person or a policy; none: no camera; busy: another app has it; unsupported: the browser gives none to pages. */
export type CameraState = 'starting' | 'on' | 'refused' | 'none' | 'busy' | 'unsupported';

/** Which camera of a phone: the one at the back, or the one above the screen. */
export type Facing = 'environment' | 'user';

export interface Camera {
  state: CameraState;
  /** How many the device has; known once it runs. */
  cameras: number;
  /** Its picture: what light and zoom are set on. */
  track: MediaStreamTrack | null;
}

/** Between two looks: a phone in the sun has other things to do. */
const LOOK_MS = 120;

const BY_NAME: Readonly<Record<string, CameraState>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
};

/** What a failed start means. */
export const stateOf = (error: unknown): CameraState =>
  BY_NAME[typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''] ?? 'busy';

/** The other one where there is no such camera. */
const startCamera = (facing: Facing): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: facing, width: { ideal: 1280 } } });

async function countCameras(): Promise<number> {
  const devices = await navigator.mediaDevices.enumerateDevices?.().catch(() => []);
  return devices?.filter(({ kind }) => kind === 'videoinput').length ?? 0;
}

const hasCameras = () => Boolean(navigator.mediaDevices?.getUserMedia);

/**
 * Shows the camera in the video and tells each text that it reads, for as long as the component lives and is looked at. A camera
 * that was given back is asked for by a new component: `onAgain` makes one. `paused`: nothing is read, as reading takes a slow phone's time from
 * the answer that is waited for.
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

    // Another app, or the lock screen: the camera is given back, and asked for again afterwards.
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

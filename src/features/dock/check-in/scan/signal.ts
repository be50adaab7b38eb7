import { readText, removeText, writeText } from '@/lib/storage/storage';

const MUTED = 'territorio-scan-muted';

export const isMuted = (): boolean => readText('local', MUTED) !== null;

export function setMuted(muted: boolean): void {
  if (muted) writeText('local', MUTED, 'yes');
  else removeText('local', MUTED);
}

let audio: AudioContext | undefined;

/** A tone of this pitch in Hz, so many seconds from now. */
function playTone(context: AudioContext, pitch: number, start: number, length: number): void {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = pitch;
  volume.gain.value = 0.2;
  tone.connect(volume).connect(context.destination);
  tone.start(context.currentTime + start);
  tone.stop(context.currentTime + start + length);
}

/**
 * Says by sound and vibration how a ticket is, to somebody who looks at the guest: one high tone when it is good, two low ones when somebody
 * has to look. Where the phone has neither, nothing happens.
 */
export function signal(good: boolean): void {
  navigator.vibrate?.(good ? 80 : [120, 80, 120]);
  if (isMuted() || typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  // A page that nobody has touched yet may not make a sound.
  void audio.resume().catch(() => undefined);
  if (good) playTone(audio, 1320, 0, 0.12);
  else for (const start of [0, 0.22]) playTone(audio, 220, start, 0.16);
}

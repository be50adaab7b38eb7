import { readText, removeText, writeText } from '@/lib/storage/storage';

const MUTED = 'territorio-scan-muted';

export const isMuted = (): boolean => readText('local', MUTED) !== null;

export function setMuted(muted: boolean): void {
  if (muted) writeText('local', MUTED, 'yes');
  else removeText('local', MUTED);
}

let audio: AudioContext | undefined;

/** Plays a tone with the given pitch in Hz, after some seconds. */
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
 * Signals a ticket's state by sound and vibration, with one high tone if it is valid and two low ones if someone
 * has to look. Does nothing on phones without either.
 */
export function signal(good: boolean): void {
  navigator.vibrate?.(good ? 80 : [120, 80, 120]);
  if (isMuted() || typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  // Browsers block sound until someone has used the page.
  void audio.resume().catch(() => undefined);
  if (good) playTone(audio, 1320, 0, 0.12);
  else for (const start of [0, 0.22]) playTone(audio, 220, start, 0.16);
}

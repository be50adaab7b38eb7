import { createHash } from 'node:crypto';

/**
 * Returns a UUID (version 5 shape) that is the same for the same name on every machine, so that seeded rows and
 * objects keep their addresses.
 */
export function uuidOf(name: string): string {
  const hash = createHash('sha1').update(`territorio.test/${name}`).digest('hex');
  const variant = ((Number.parseInt(hash.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-${variant}${hash.slice(18, 20)}-${hash.slice(20, 32)}`;
}

/** Returns numbers in [0, 1) by mulberry32, which is small, fast, and the same sequence everywhere. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function required<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw new Error(`The seed lacks ${what}`);
  return value;
}

export function pick<T>(random: () => number, values: readonly T[]): T {
  return required(values[Math.floor(random() * values.length)], 'a value to pick');
}

/**
 * Returns a number from 555-0100 to 555-0199, which are reserved for fiction, so that a message from the demo
 * reaches no one.
 */
export const phoneOf = (key: string) =>
  `+120255501${(Number.parseInt(uuidOf(`phone/${key}`).slice(0, 6), 16) % 100).toString().padStart(2, '0')}`;

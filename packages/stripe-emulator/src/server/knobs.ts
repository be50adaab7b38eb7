/** Settings that make the emulator misbehave like networks and banks. Probabilities are 0 to 1, and `true` is 1. */
export interface Knobs {
  /** The delay before each webhook, in milliseconds. */
  delayMs: number;
  /**
   * The duration of each API call, in milliseconds. A second one with the same Idempotency-Key during it is a
   * conflict.
   */
  apiDelayMs: number;
  /** The probability that a webhook is sent twice. */
  duplicate: number;
  /** The probability that a webhook is delayed by up to half a second, so that later ones overtake it. */
  shuffle: number;
  /** The probability that a webhook isn't sent until /_emulator/redeliver. */
  drop: number;
  /** The probability that a capture is declined. */
  refuseCapture: number;
  /** The probability that a refund is refused for lack of balance. */
  refuseRefund: number;
  /** The seed of the random numbers. The same seed gives the same run. */
  seed: number;
}

const OFF: Knobs = {
  delayMs: 0,
  apiDelayMs: 0,
  duplicate: 0,
  shuffle: 0,
  drop: 0,
  refuseCapture: 0,
  refuseRefund: 0,
  seed: 1,
};
const isKnob = (name: string): name is keyof Knobs => Object.hasOwn(OFF, name);

export class KnobBoard {
  private knobs: Knobs = { ...OFF };
  private random = mulberry32(OFF.seed);

  get current(): Knobs {
    return { ...this.knobs };
  }

  /** Changes the named knobs. Throws for an invalid name or value. */
  turn(changes: Record<string, unknown>): void {
    const next = { ...this.knobs };
    for (const [name, value] of Object.entries(changes)) {
      if (!isKnob(name)) throw new Error(`There is no knob "${name}".`);
      next[name] = knobValue(name, value);
    }
    if ('seed' in changes) this.random = mulberry32(next.seed);
    this.knobs = next;
  }

  /** Returns true with the knob's probability. */
  roll(knob: 'duplicate' | 'shuffle' | 'drop' | 'refuseCapture' | 'refuseRefund'): boolean {
    return this.knobs[knob] > 0 && this.random() < this.knobs[knob];
  }

  between(zeroAnd: number): number {
    return this.random() * zeroAnd;
  }
}

function knobValue(name: keyof Knobs, value: unknown): number {
  const number = typeof value === 'boolean' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0)
    throw new Error(`${name} must be 0 or more.`);
  const isProbability = !name.endsWith('Ms') && name !== 'seed';
  if (isProbability && number > 1) throw new Error(`${name} is a probability: 0 to 1.`);
  return number;
}

/** Returns a small seeded generator (public domain, by Tommy Ettinger). */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

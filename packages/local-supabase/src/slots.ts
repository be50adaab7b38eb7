/** Thrown if too many tasks wait. */
export class TooBusy extends Error {}

/** Runs `count` tasks at a time. Up to `maxWaiting` more wait in order. */
export class Slots {
  private free: number;
  private readonly maxWaiting: number;
  private readonly waiting: (() => void)[] = [];

  constructor(count: number, maxWaiting: number) {
    this.free = count;
    this.maxWaiting = maxWaiting;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else if (this.waiting.length >= this.maxWaiting) throw new TooBusy('Too many requests at once');
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}

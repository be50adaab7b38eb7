// Invented keys must not fill the memory, so the oldest is forgotten first.
const MAX_KEYS = 10_000;

/** Counts attempts by a key (an account, a network or a route) and allows at most `max` within `windowMs`. */
export class Attempts {
  private readonly counted = new Map<string, number[]>();
  private readonly max: number;
  private readonly windowMs: number;

  constructor(max: number, windowMs: number) {
    this.max = max;
    this.windowMs = windowMs;
  }

  /**
   * Records an attempt, and returns undefined if there were too many. It counts from its start, so that parallel
   * attempts are limited too. The returned function removes it, for example after a success.
   */
  begin(key: string): (() => void) | undefined {
    const now = Date.now();
    const recent = (this.counted.get(key) ?? []).filter((at) => at > now - this.windowMs);
    if (recent.length >= this.max) return undefined;
    this.remember(key, [...recent, now]);
    return () => {
      const all = this.counted.get(key) ?? [];
      const own = all.indexOf(now);
      this.remember(
        key,
        all.filter((_, at) => at !== own),
      );
    };
  }

  private remember(key: string, attempts: number[]): void {
    this.counted.delete(key);
    if (attempts.length > 0) this.counted.set(key, attempts);
    const [oldest] = this.counted.keys();
    if (this.counted.size > MAX_KEYS && oldest !== undefined) this.counted.delete(oldest);
  }
}

// Invented keys must not fill the memory, so the oldest is forgotten first.
const MAX_KEYS = 10_000;

/** Counts failed attempts by a key (an account or a network) and allows at most `max` within `windowMs`. */
export class Attempts {
  private readonly failed = new Map<string, number[]>();
  private readonly max: number;
  private readonly windowMs: number;

  constructor(max: number, windowMs: number) {
    this.max = max;
    this.windowMs = windowMs;
  }

  /**
   * Records an attempt, and returns undefined if there were too many. It counts from its start, so that parallel
   * attempts are limited too. The returned function removes it after a success.
   */
  begin(key: string): (() => void) | undefined {
    const now = Date.now();
    const recent = (this.failed.get(key) ?? []).filter((at) => at > now - this.windowMs);
    if (recent.length >= this.max) return undefined;
    this.remember(key, [...recent, now]);
    return () => {
      const all = this.failed.get(key) ?? [];
      const own = all.indexOf(now);
      this.remember(
        key,
        all.filter((_, at) => at !== own),
      );
    };
  }

  private remember(key: string, attempts: number[]): void {
    this.failed.delete(key);
    if (attempts.length > 0) this.failed.set(key, attempts);
    const [oldest] = this.failed.keys();
    if (this.failed.size > MAX_KEYS && oldest !== undefined) this.failed.delete(oldest);
  }
}

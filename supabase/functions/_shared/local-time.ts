const made = new Map<string, Intl.DateTimeFormat>();

/** Caches one formatter per time zone, because formatters are slow to create. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    made.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  made.set(timeZone, clock);
  return clock;
}

/** Returns a zone's offset from UTC at an instant, in milliseconds. */
export function offsetAt(instant: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(instant);
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value);
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return wall - Math.floor(instant / 1000) * 1000;
}

const DAY_MS = 86_400_000;

/**
 * Returns the instant of a local time in a time zone ('2026-10-25T02:30:00'), as Postgres's `at time zone` does:
 * the second one of a time that occurs twice, and an hour later for a skipped one.
 */
export function toInstant(local: string, timeZone: string): Date {
  const wall = Date.parse(`${local}Z`);
  const both = [wall - offsetAt(wall - DAY_MS, timeZone), wall - offsetAt(wall + DAY_MS, timeZone)];
  const real = both.filter((instant) => instant + offsetAt(instant, timeZone) === wall);
  return new Date(Math.max(...(real.length > 0 ? real : both)));
}

import { TZDate } from '@date-fns/tz';
import { addDays, format, subMinutes } from 'date-fns';
import type { Day } from './content/types.ts';
import { required } from './ids.ts';

const ZONE = 'America/Guatemala';
const DAYS: readonly Day[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** The seed's calendar, in which everything is counted in days from today in Guatemala. */
export class Calendar {
  readonly now: Date;
  readonly #today: TZDate;
  readonly #instants = new Map<string, number>();
  readonly #days = new Map<number, { date: string; weekday: Day }>();

  constructor(now: Date) {
    this.now = now;
    this.#today = new TZDate(now, ZONE);
  }

  /** Returns the date as `yyyy-MM-dd`, `offset` days from today. */
  date(offset: number): string {
    return this.#day(offset).date;
  }

  weekday(offset: number): Day {
    return this.#day(offset).weekday;
  }

  // Days are cached, because the plan uses the same 121 days repeatedly and zoned dates are slow.
  #day(offset: number): { date: string; weekday: Day } {
    const known = this.#days.get(offset);
    if (known) return known;
    const at = addDays(this.#today, offset);
    const day = { date: format(at, 'yyyy-MM-dd'), weekday: required(DAYS[at.getDay()], 'a day of the week') };
    this.#days.set(offset, day);
    return day;
  }

  /** Returns the instant of a local time (`HH:mm`, or noon if a service has none) on a day. */
  instant(offset: number, time: string | null): Date {
    const key = `${offset} ${time ?? '12:00'}`;
    const known = this.#instants.get(key);
    if (known !== undefined) return new Date(known);
    const [year = 0, month = 1, day = 1] = this.date(offset).split('-').map(Number);
    const [hour = 12, minute = 0] = (time ?? '12:00').split(':').map(Number);
    const instant = new TZDate(year, month - 1, day, hour, minute, 0, ZONE).getTime();
    this.#instants.set(key, instant);
    return new Date(instant);
  }

  /** Returns an instant before now. */
  ago(hours: number): Date {
    return subMinutes(this.now, Math.round(hours * 60));
  }

  earliest(...instants: Date[]): Date {
    return new Date(Math.min(...instants.map((instant) => instant.getTime())));
  }
}

import type { ChaosStack } from './chaos-stack.ts';
import type { Person } from './people.ts';
import type { Rng } from './rng.ts';
import type { SeedData } from './seed-data.ts';

/** The events of a run, as the tourists saw them. */
export interface TouristLog {
  counts: Map<string, number>;
  /** Bookings confirmed to a tourist. */
  told: { kind: string; id: string }[];
  /** Holds of a more expensive service after a cancelled departure whose guest was told that they are paid. */
  toldOfPlaces: string[];
}

export interface Trip {
  stack: ChaosStack;
  seedData: SeedData;
  who: Person;
  rng: Rng;
  log: TouristLog;
  /** Called after each booking. Used by `--break=decrement`. */
  afterBooking(service: string, people: number): Promise<void>;
}

export function count({ counts }: TouristLog, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

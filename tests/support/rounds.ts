/** Repetitions of tests that find more the more they try: few by default, the rest at night. */
export const byNight = <T>(each: T, atNight: T): T => (process.env.TEST_ALL ? atNight : each);

/** How often a concurrency test sets up its data and runs everything at the same time. */
export const ROUNDS = Number(process.env.TEST_ROUNDS ?? byNight(1, 5));

/** The limit of additional rounds in `roundsUntil`. */
const MORE_ROUNDS = 10;

/**
 * Returns the rounds of a test, from 1. Adds rounds until a random event has happened, which the test then expects.
 */
export function* roundsUntil(happened: () => boolean): Generator<number> {
  for (let round = 1; round <= ROUNDS || (!happened() && round <= MORE_ROUNDS); round++) yield round;
}

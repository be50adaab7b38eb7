/** Repetitions of tests that find more the more they try: few by default, the rest at night. */
export const byNight = <T>(each: T, atNight: T): T => (process.env.TEST_ALL ? atNight : each);

/** How often a concurrency test sets up its data and runs everything at the same time. */
export const ROUNDS = Number(process.env.TEST_ROUNDS ?? byNight(1, 5));

/** The most rounds of `roundsUntil` in which it did not happen. */
const MORE_ROUNDS = 10;

/** The rounds of a test, from 1, and more of them until what depends on chance has happened, which the test then expects. */
export function* roundsUntil(happened: () => boolean): Generator<number> {
  for (let round = 1; round <= ROUNDS || (!happened() && round <= MORE_ROUNDS); round++) yield round;
}

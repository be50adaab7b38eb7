/** Repetitions of tests that find more the more they try: few by default, the rest at night. */
export const byNight = <T>(each: T, atNight: T): T => (process.env.TEST_ALL ? atNight : each);

/** How often a concurrency test sets up its data and runs everything at the same time. */
export const ROUNDS = Number(process.env.TEST_ROUNDS ?? byNight(1, 5));

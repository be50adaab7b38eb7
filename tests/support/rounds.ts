/** How much a test tries that finds more the more it tries: what a few runs find by default, the rest at night. */
export const byNight = <T>(each: T, atNight: T): T => (process.env.TEST_ALL ? atNight : each);

/** How often a test of concurrency lays out its data and lets everything happen at once. Chance finds more the more often it is tried. */
export const ROUNDS = Number(process.env.TEST_ROUNDS ?? byNight(1, 5));

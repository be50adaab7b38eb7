/** How often a test of concurrency lays out its data and lets everything happen at once. Chance finds more the more often it is tried. */
export const ROUNDS = Number(process.env.TEST_ROUNDS ?? (process.env.TEST_ALL ? 5 : 1));

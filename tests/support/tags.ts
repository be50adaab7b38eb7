/** Tags of tests in addition to the areas of journeys. Each Vitest configuration needs the list. */
export const TAGS = [{ name: 'nightly', description: 'Too slow for each run: `npm run test:all` has it.' }];

/** The parts of an experience's form that other pages lead to. */
export const WHEN_IT_RUNS = '#when-it-runs';
export const WHO_GUIDES = '#who-guides';

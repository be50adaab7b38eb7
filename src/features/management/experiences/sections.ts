export const WHEN_IT_RUNS = '#when-it-runs';
export const WHO_GUIDES = '#who-guides';

import { existsSync } from 'node:fs';

// The headless shell comes first. It is the same engine without windows, and takes two thirds of the time.
const candidates = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Returns the path of a Chromium. CHROME_PATH wins. Throws with instructions if there is none. */
export function findBrowser(env = process.env): string {
  const path = [env.CHROME_PATH, ...candidates].find((candidate) => candidate && existsSync(candidate));
  if (path) return path;
  throw new Error(
    'No Chromium found for the browser tests. Install it (Debian, Ubuntu: apt-get install chromium) or set CHROME_PATH.',
  );
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../../public/theme.js', import.meta.url));

/** What runs before the first paint, as it stands in the built pages: a request of its own would hold the paint up. */
export function bootScript(): string {
  const lines = readFileSync(FILE, 'utf8').split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join('\n');
}

/** The content policy's name for exactly that text: no other inline script may run. */
export function bootScriptSource(): string {
  return `'sha256-${createHash('sha256').update(bootScript()).digest('base64')}'`;
}

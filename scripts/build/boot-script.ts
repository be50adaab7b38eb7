import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../../public/theme.js', import.meta.url));

/** The script that runs before the first paint, inlined, as a separate request would delay the paint. */
export function bootScript(): string {
  const lines = readFileSync(FILE, 'utf8').split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join('\n');
}

/** The policy's hash of exactly that text: no other inline script may run. */
export function bootScriptSource(): string {
  return `'sha256-${createHash('sha256').update(bootScript()).digest('base64')}'`;
}

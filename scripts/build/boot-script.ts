import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../../public/theme.js', import.meta.url));

/**
 * Returns the script that runs before the first paint. It is inlined, because a separate request would delay the
 * paint.
 */
export function bootScript(): string {
  const lines = readFileSync(FILE, 'utf8').split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join('\n');
}

/** Returns the policy's hash of exactly that text, so that no other inline script can run. */
export function bootScriptSource(): string {
  return `'sha256-${createHash('sha256').update(bootScript()).digest('base64')}'`;
}

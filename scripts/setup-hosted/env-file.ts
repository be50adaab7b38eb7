import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Values } from './settings.ts';

export const readEnvFile = (file: string): Values =>
  existsSync(file) ? (parseEnv(readFileSync(file, 'utf8')) as Values) : {};

/** Quotes a value for a shell, the Supabase CLI and Node. Nothing is special within single quotes. */
function quoted(value: string): string {
  if (/^[\w@%+=:,./-]*$/.test(value)) return value;
  return value.includes("'") ? `"${value}"` : `'${value}'`;
}

/** Sets these values in the text. Existing lines are changed and others appended, and comments stay. */
export function withValues(text: string, values: Values): string {
  const left = new Map(Object.entries(values));
  const lines = text.split('\n').map((line) => {
    const name = /^([A-Z][A-Z0-9_]*)=/.exec(line)?.[1];
    const value = name === undefined ? undefined : left.get(name);
    if (name === undefined || value === undefined) return line;
    left.delete(name);
    return `${name}=${quoted(value)}`;
  });
  while (lines.at(-1) === '') lines.pop();
  for (const [name, value] of left) lines.push(`${name}=${quoted(value)}`);
  return `${lines.join('\n')}\n`;
}

/**
 * Writes the file if anything changes, so that only its owner can read it, and returns whether it did. It starts
 * from `template`.
 */
export function writeEnvFile(file: string, template: string, values: Values): boolean {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : null;
  const after = withValues(before ?? template, values);
  if (after === before) return false;
  writeFileSync(file, after, { mode: 0o600 });
  chmodSync(file, 0o600);
  return true;
}

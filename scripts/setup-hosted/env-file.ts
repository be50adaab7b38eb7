import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Values } from './settings.ts';

export const readEnvFile = (file: string): Values =>
  existsSync(file) ? (parseEnv(readFileSync(file, 'utf8')) as Values) : {};

/** As a shell reads it, the command line of Supabase and Node: in single quotes nothing has a meaning. */
function quoted(value: string): string {
  if (/^[\w@%+=:,./-]*$/.test(value)) return value;
  return value.includes("'") ? `"${value}"` : `'${value}'`;
}

/** The text with these values: a line that is there is changed in its place, others come below; comments stay. */
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

/** Writes the file where anything changes, for its owner alone; begins with `template` where there is none. Says whether it wrote. */
export function writeEnvFile(file: string, template: string, values: Values): boolean {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : null;
  const after = withValues(before ?? template, values);
  if (after === before) return false;
  writeFileSync(file, after, { mode: 0o600 });
  chmodSync(file, 0o600);
  return true;
}

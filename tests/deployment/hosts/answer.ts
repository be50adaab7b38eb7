import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A host's answer for an address. */
export interface Answer {
  status: number;
  body: string;
  headers: Headers;
}

/** `path` with its query. Redirects are not followed. */
export type Ask = (path: string) => Promise<Answer>;

export const answer = (status: number, body: string, headers: HeadersInit = {}): Answer => ({
  status,
  body,
  headers: new Headers(headers),
});

/** A folder's file by address; nothing for a folder. */
export function readAsset(folder: string, path: string): string | null {
  const file = join(folder, path);
  return existsSync(file) && statSync(file).isFile() ? readFileSync(file, 'utf8') : null;
}

export async function fetchAnswer(url: URL): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual' });
  return { status: response.status, body: await response.text(), headers: response.headers };
}

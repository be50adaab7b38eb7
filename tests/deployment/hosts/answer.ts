import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A host's response for an address. */
export interface Answer {
  status: number;
  body: string;
  headers: Headers;
}

/** `path` includes its query. Redirects are not followed. */
export type Ask = (path: string) => Promise<Answer>;

export const answer = (status: number, body: string, headers: HeadersInit = {}): Answer => ({
  status,
  body,
  headers: new Headers(headers),
});

/** Returns a folder's file by address, or undefined for a folder. */
export function readAsset(folder: string, path: string): string | null {
  const file = join(folder, path);
  return existsSync(file) && statSync(file).isFile() ? readFileSync(file, 'utf8') : null;
}

export async function fetchAnswer(url: URL): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual' });
  return { status: response.status, body: await response.text(), headers: response.headers };
}

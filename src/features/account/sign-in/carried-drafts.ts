import { readJson, readText, removeText, textsOf, writeJson, writeText } from '@/lib/storage/storage';

/** A checkout's draft belongs to its tab, while an emailed link opens another one. */
const CHECKOUT = 'territorio:checkout:';
const KEY = 'territorio-carried';
const MAX_AGE_MS = 3_600_000;

interface Carried {
  email: string;
  at: number;
  texts: Record<string, string>;
}

const isCarried = (value: unknown): value is Carried =>
  typeof value === 'object' && value !== null && 'email' in value && 'at' in value && 'texts' in value;

/** Keeps drafts for the owner of this address for an hour, before signing up. */
export function carryDrafts(email: string): void {
  const texts = textsOf('session', CHECKOUT);
  if (Object.keys(texts).length > 0) {
    writeJson('local', KEY, { email: email.toLowerCase(), at: Date.now(), texts } satisfies Carried);
  }
}

/** Restores the drafts in this tab for the person who signed up, unless the tab has newer text. */
export function takeDrafts(email: string): void {
  const carried = readJson('local', KEY, isCarried);
  if (!carried) return;
  const isOld = Date.now() - carried.at >= MAX_AGE_MS;
  if (!isOld && carried.email !== email.toLowerCase()) return;
  removeText('local', KEY);
  if (isOld) return;
  for (const [key, text] of Object.entries(carried.texts)) {
    if (key.startsWith(CHECKOUT) && typeof text === 'string' && readText('session', key) === null)
      writeText('session', key, text);
  }
}

import { readJson, readText, removeText, textsOf, writeJson, writeText } from '@/lib/storage/storage';

/** What is typed into a checkout is kept for its tab; the link of a letter opens another. */
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

/** Keeps for the owner of this address, for an hour, what was typed before signing up. */
export function carryDrafts(email: string): void {
  const texts = textsOf('session', CHECKOUT);
  if (Object.keys(texts).length > 0) {
    writeJson('local', KEY, { email: email.toLowerCase(), at: Date.now(), texts } satisfies Carried);
  }
}

/** Puts it into this tab, unless something was typed here; for nobody but who signed up. */
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

import { readText, writeText } from '@/lib/storage/storage';

const NAME = 'territorio-phone';

/** Returns an id of this browser that distinguishes a person's phones. It contains no personal data. */
export function phoneId(): string {
  const known = readText('local', NAME);
  if (known) return known;
  const made = crypto.randomUUID();
  writeText('local', NAME, made);
  return made;
}

/** Returns whether this browser has ever reserved seats. */
export const mayKeepSeats = (): boolean => readText('local', NAME) !== null;

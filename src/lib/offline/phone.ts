import { readText, writeText } from '@/lib/storage/storage';

const NAME = 'territorio-phone';

/** A name of this browser, by which a person's phones are told apart. It says nothing about anybody. */
export function phoneId(): string {
  const known = readText('local', NAME);
  if (known) return known;
  const made = crypto.randomUUID();
  writeText('local', NAME, made);
  return made;
}

/** Whether somebody has ever kept seats in this browser. */
export const mayKeepSeats = (): boolean => readText('local', NAME) !== null;

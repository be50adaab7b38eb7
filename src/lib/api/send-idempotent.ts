import { hasTexts } from '@/lib/format/has-texts';
import { readJson, removeText, writeJson } from '@/lib/storage/storage';

interface Sent {
  text: string;
  key: string;
}

const MAX_STORED = 10;
const nameOf = (place: string) => `territorio-sent-${place}`;
/**
 * The keys in progress. If the same text is sent again while the first is still being sent, it is a second message.
 */
const going = new Set<string>();

const isList = (value: unknown): value is Sent[] =>
  Array.isArray(value) && value.every((sent) => hasTexts(sent, 'text', 'key'));

const sentOf = (name: string) => readJson('session', name, isList) ?? [];

const keepSent = (name: string, sent: readonly Sent[]) =>
  sent.length > 0 ? writeJson('session', name, sent.slice(-MAX_STORED)) : removeText('session', name);

/** Returns the key of the last text without a response, for sending the same in another way. */
export const unansweredKey = (place: string, fits: (text: string) => boolean): string | undefined =>
  sentOf(nameOf(place)).findLast((sent) => fits(sent.text))?.key;

/** Forgets a text that was sent in another way, so that the same text is a new message the next time. */
export const forgetUnanswered = (place: string, key: string): void =>
  void keepSent(
    nameOf(place),
    sentOf(nameOf(place)).filter((sent) => sent.key !== key),
  );

/**
 * Sends a text with an idempotency key. A text without a response is repeated with the same key, in this tab and
 * after a reload, so that it is never stored twice.
 */
export async function sendIdempotent<T>(place: string, text: string, send: (key: string) => Promise<T>): Promise<T> {
  const name = nameOf(place);
  const again = sentOf(name).find((sent) => sent.text === text && !going.has(sent.key));
  const key = again?.key ?? crypto.randomUUID();
  if (!again) keepSent(name, [...sentOf(name), { text, key }]);
  going.add(key);
  try {
    const answer = await send(key);
    forgetUnanswered(place, key);
    return answer;
  } finally {
    going.delete(key);
  }
}

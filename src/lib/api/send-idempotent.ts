import { hasTexts } from '@/lib/format/has-texts';
import { readJson, removeText, writeJson } from '@/lib/storage/storage';

interface Sent {
  text: string;
  key: string;
}

const MAX_STORED = 10;
/** On their way now: the same words a second time, while the first are still going, are meant a second time. */
const going = new Set<string>();

const isList = (value: unknown): value is Sent[] =>
  Array.isArray(value) && value.every((sent) => hasTexts(sent, 'text', 'key'));

/**
 * Sends a text under a key that names it for the server. A text whose answer never came is sent again under its old key, in this
 * tab and over a reload, so that what was stored after all is not stored twice.
 */
export async function sendIdempotent<T>(place: string, text: string, send: (key: string) => Promise<T>): Promise<T> {
  const name = `territorio-sent-${place}`;
  const list = () => readJson('session', name, isList) ?? [];
  const keep = (sent: Sent[]) =>
    sent.length > 0 ? writeJson('session', name, sent.slice(-MAX_STORED)) : removeText('session', name);

  const again = list().find((sent) => sent.text === text && !going.has(sent.key));
  const key = again?.key ?? crypto.randomUUID();
  if (!again) keep([...list(), { text, key }]);
  going.add(key);
  try {
    const answer = await send(key);
    keep(list().filter((sent) => sent.key !== key));
    return answer;
  } finally {
    going.delete(key);
  }
}

import { beforeEach, expect, it } from 'vitest';
import { sendIdempotent } from './send-idempotent.ts';

/** A server that stores texts by key. Its responses are lost while `lost` is true. */
function server() {
  const stored = new Map<string, string>();
  const state = { lost: false };
  const send = (text: string) =>
    sendIdempotent('here', text, async (key) => {
      stored.set(key, text);
      if (state.lost) throw new Error('no answer');
      return key;
    });
  return { stored, state, send };
}

beforeEach(() => sessionStorage.clear());

it('sends a text whose response was lost again under its key, and it is stored once', async () => {
  const { stored, state, send } = server();
  state.lost = true;
  await expect(send('Hello')).rejects.toThrow('no answer');
  await expect(send('Hello')).rejects.toThrow('no answer');
  state.lost = false;
  await send('Hello');
  expect([...stored.values()]).toEqual(['Hello']);
  expect(sessionStorage.length).toBe(0);
});

it('sends the same words after they have arrived, or other words, as a new message', async () => {
  const { stored, state, send } = server();
  await send('Yes');
  await send('Yes');
  state.lost = true;
  await expect(send('No')).rejects.toThrow();
  state.lost = false;
  await send('No, thanks');
  expect([...stored.values()]).toEqual(['Yes', 'Yes', 'No', 'No, thanks']);
});

it('sends the same words twice at the same time as two messages', async () => {
  const { stored, send } = server();
  await Promise.all([send('ok'), send('ok')]);
  expect(stored.size).toBe(2);
});

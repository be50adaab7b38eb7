import { describe, expect, it } from 'vitest';
import { byDay, type Message, oldestFirst, type Thread, toPage, withoutPending, withPending, withSent } from './thread';

const row = (id: string, created_at = '2026-11-20T10:00:00.000001+00:00'): Message => ({
  id,
  message: `text of ${id}`,
  created_at,
  sender_id: 'me',
  sender: null,
});
const thread = (...pages: Message[][]): Thread => ({
  pages: pages.map((rows) => ({ rows, next: null })),
  pageParams: pages.map(() => null),
});
const ids = (value: Thread | undefined) => oldestFirst(value?.pages ?? []).map(({ id }) => id);

describe('a conversation', () => {
  it('is read from the oldest to the newest over all its pages', () => {
    expect(ids(thread([row('d'), row('c')], [row('b'), row('a')]))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('has an older page when one row more than asked for came', () => {
    const rows = [row('c'), row('b', '2026-11-20T09:00:00.000001+00:00'), row('a')];
    expect(toPage(rows, 2)).toMatchObject({
      rows: [{ id: 'c' }, { id: 'b' }],
      next: { at: '2026-11-20T09:00:00.000001+00:00', id: 'b' },
    });
    expect(toPage(rows, 3).next).toBeNull();
    expect(toPage([]).next).toBeNull();
  });

  it('shows a message while it is sent, and the sent one in its place', () => {
    const sending = withPending(thread([row('a')], [row('older')]), row('temp'));
    expect(ids(sending)).toEqual(['older', 'a', 'temp']);
    expect(oldestFirst(sending?.pages ?? []).at(-1)?.pending).toBe(true);
    const sent = withSent(sending, 'temp', row('b'));
    expect(ids(sent)).toEqual(['older', 'a', 'b']);
    expect(oldestFirst(sent?.pages ?? []).some(({ pending }) => pending)).toBe(false);
  });

  it('shows it once when a reload was faster than the answer', () => {
    expect(ids(withSent(thread([row('b'), row('a')]), 'temp', row('b')))).toEqual(['a', 'b']);
  });

  it('takes back the one that failed, and no other that is on its way', () => {
    const two = withPending(withPending(thread([row('a')]), row('temp-1')), row('temp-2'));
    expect(ids(withoutPending(two, 'temp-1'))).toEqual(['a', 'temp-2']);
  });

  it('that was never loaded stays so', () => {
    expect(withPending(undefined, row('temp'))).toBeUndefined();
  });

  it('is cut into days of UTC', () => {
    const days = byDay([
      row('a', '2026-11-19T23:59:59+00:00'),
      row('b', '2026-11-19T18:00:00-06:00'),
      row('c', '2026-11-20T23:00:00+00:00'),
    ]);
    expect(days.map(({ date, messages }) => [date, messages.map(({ id }) => id)])).toEqual([
      ['2026-11-19', ['a']],
      ['2026-11-20', ['b', 'c']],
    ]);
  });
});

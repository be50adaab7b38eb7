// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import { byDay, type Message, oldestFirst, type Thread, toPage, withPending, withSent } from './thread';

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

  it('has an older page if one row more than requested was returned', () => {
    const rows = [row('c'), row('b', '2026-11-20T09:00:00.000001+00:00'), row('a')];
    expect(toPage(rows, 2)).toMatchObject({
      rows: [{ id: 'c' }, { id: 'b' }],
      next: { at: '2026-11-20T09:00:00.000001+00:00', id: 'b' },
    });
    expect(toPage(rows, 3).next).toBeNull();
    expect(toPage([]).next).toBeNull();
  });

  it('puts pending messages at the end in sending order, below newer ones of others', () => {
    const shown = withPending([row('a'), row('theirs')], [row('key-1'), row('key-2')]);
    expect(shown.map(({ id, pending }) => [id, pending])).toEqual([
      ['a', undefined],
      ['theirs', undefined],
      ['key-1', true],
      ['key-2', true],
    ]);
  });

  it('has a message once that a reload brought before its own response', () => {
    const brought = { ...row('b'), idempotency_key: 'key-1' };
    const shown = withPending([row('a'), brought], [row('key-1'), row('key-2')]);
    expect(shown.map(({ id }) => id)).toEqual(['a', 'b', 'key-2']);
    expect(ids(withSent(thread([brought, row('a')]), brought))).toEqual(['a', 'b']);
  });

  it('has a sent one as its newest', () => {
    expect(ids(withSent(thread([row('a')], [row('older')]), row('b')))).toEqual(['older', 'a', 'b']);
  });

  it('stays unloaded if it was never loaded', () => {
    expect(withSent(undefined, row('b'))).toBeUndefined();
  });

  it('is divided into the days of the reader, as in the evening in Guatemala', () => {
    const zone = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions');
    zone.mockReturnValue({ timeZone: 'America/Guatemala' } as Intl.ResolvedDateTimeFormatOptions);
    const days = byDay([
      row('a', '2026-11-19T23:59:59+00:00'),
      row('b', '2026-11-19T23:30:00-06:00'),
      row('c', '2026-11-20T23:00:00+00:00'),
    ]);
    zone.mockRestore();
    expect(days.map(({ date, messages }) => [date, messages.map(({ id }) => id)])).toEqual([
      ['2026-11-19', ['a', 'b']],
      ['2026-11-20', ['c']],
    ]);
  });
});

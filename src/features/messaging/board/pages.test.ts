// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { addToPages, type BoardMessage, countReply, joinPages, type Page, toPage, withPending } from './pages.ts';

const message = (id: string, replyCount = 0): BoardMessage => ({
  id,
  message: id,
  created_at: `2026-11-01T00:00:00.00000${id.length}+00:00`,
  hidden_at: null,
  edited_at: null,
  deleted_at: null,
  user_id: null,
  parent_id: null,
  author: null,
  replyCount,
});
const page = (ids: string[], more = false): Page => ({
  rows: ids.map((id) => message(id)),
  next: more ? { at: '2026-11-01', id: ids.at(-1) ?? '' } : null,
});
const ids = (messages: readonly BoardMessage[]) => messages.map((own) => own.id);

describe('toPage', () => {
  const rows = ['a', 'b', 'c'].map((id) => message(id));
  it('continues after the last message that is shown, to the microsecond', () => {
    expect(toPage(rows, 2)).toEqual({
      rows: rows.slice(0, 2),
      next: { at: '2026-11-01T00:00:00.000001+00:00', id: 'b' },
    });
  });
  it('ends unless there is one row too many', () => {
    expect(toPage(rows, 3).next).toBeNull();
    expect(toPage([], 3)).toEqual({ rows: [], next: null });
  });
});

it('joins pages in their order and shows no message twice', () => {
  expect(ids(joinPages([page(['c', 'b'], true), page(['b', 'a'])]))).toEqual(['c', 'b', 'a']);
  expect(joinPages(undefined)).toEqual([]);
});

describe('withPending', () => {
  const loaded = [message('b'), message('a')];
  const pending = [message('first'), message('second')];
  it('puts new messages on top, the newest first', () => {
    expect(ids(withPending(loaded, pending, 'newest-first'))).toEqual(['second', 'first', 'b', 'a']);
  });
  it('puts replies at the end', () => {
    expect(ids(withPending([...loaded].reverse(), pending, 'oldest-first'))).toEqual(['a', 'b', 'first', 'second']);
  });
  it('shows one once that a reload brought before its own response', () => {
    expect(ids(withPending([message('second'), ...loaded], pending, 'newest-first'))).toEqual([
      'first',
      'second',
      'b',
      'a',
    ]);
  });
});

describe('addToPages', () => {
  it('puts a stored message on top of the first page', () => {
    const pages = addToPages([page(['b'], true), page(['a'])], message('c'), 'newest-first');
    expect(pages.map((own) => ids(own.rows))).toEqual([['c', 'b'], ['a']]);
  });
  it('puts a stored reply at the end of the last page', () => {
    const pages = addToPages([page(['a'], true), page(['b'])], message('c'), 'oldest-first');
    expect(pages.map((own) => ids(own.rows))).toEqual([['a'], ['b', 'c']]);
  });
  it('leaves a reply to the page that is not loaded yet', () => {
    const pages = addToPages([page(['a'], true)], message('c'), 'oldest-first');
    expect(ids(joinPages(pages))).toEqual(['a']);
  });
  it('does not duplicate what a reload has brought', () => {
    const pages = addToPages([page(['b'], true), page(['a'])], message('a'), 'newest-first');
    expect(ids(joinPages(pages))).toEqual(['b', 'a']);
  });
});

it('counts a reply only for its message', () => {
  const [first] = countReply([{ rows: [message('a', 2), message('b', 2)], next: null }], 'b');
  expect(first?.rows.map((own) => own.replyCount)).toEqual([2, 3]);
});

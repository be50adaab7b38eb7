import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { writeJson } from '@/lib/storage/storage';
import { FileRefused } from './check.ts';
import type { PutOptions } from './upload-list.ts';
import { type UploadOptions, useUploads } from './use-uploads.ts';

const PHOTO = new Uint8Array([0xff, 0xd8, 0xff]);
const photo = (name: string) => new File([PHOTO], name, { type: 'image/jpeg' });
const put = vi.fn<(upload: PutOptions) => Promise<string>>();
const drop = vi.fn(async () => undefined);

beforeEach(() => {
  put.mockReset();
  drop.mockClear();
});

const uploads = (options: Partial<UploadOptions> = {}) =>
  renderHook(() => useUploads({ rules: { kinds: 'image', maxMb: 1 }, max: 4, put, drop, ...options })).result;

it('replaces the only file by another, whether it is uploading or failed', async () => {
  const results = new Map<string, (stored: string) => void>();
  put.mockImplementation(({ file }) => new Promise((done) => results.set(file.name, done)));
  const result = uploads({ max: 1 });
  act(() => result.current.add([photo('first.jpg')]));
  await waitFor(() => expect(put).toHaveBeenCalledOnce());
  act(() => result.current.add([photo('second.jpg')]));
  await waitFor(() => expect(put).toHaveBeenCalledTimes(2));
  expect(put.mock.calls[0]?.[0].signal.aborted).toBe(true);
  await act(async () => results.get('first.jpg')?.('a'));
  await act(async () => results.get('second.jpg')?.('b'));
  expect(result.current.stored.map(({ stored }) => stored)).toEqual(['b']);
  expect(drop.mock.calls).toEqual([['a']]);
});

it('can retry a failed file, but not a refused one', async () => {
  put.mockRejectedValueOnce(new Error('no line')).mockRejectedValueOnce(new FileRefused('Not this one'));
  const result = uploads();
  act(() => result.current.add([photo('failed.jpg'), photo('refused.jpg')]));
  await waitFor(() => expect(result.current.uploading).toBe(false));
  const [failed, refused] = result.current.items;
  expect(result.current.failed).toEqual(['failed.jpg', 'refused.jpg']);
  expect(failed?.error).toMatch(/^failed\.jpg: /);
  expect(refused).toMatchObject({ error: 'refused.jpg: Not this one', file: null });
  put.mockResolvedValueOnce('a');
  act(() => failed && result.current.retry(failed));
  await waitFor(() => expect(result.current.stored).toHaveLength(1));
});

it('accepts no more than there is room for, and reports it', async () => {
  put.mockResolvedValue('a');
  const result = uploads({ max: 2 });
  act(() => result.current.add(['1', '2', '3'].map(photo)));
  expect(result.current.problem).toBe('Please add at most 2 files');
  await waitFor(() => expect(result.current.stored).toHaveLength(2));
});

it('restores stored files after a reload, unless they are no longer current', () => {
  const kept = { stored: 'user-submissions/u/1.jpg', type: 'image', name: '1.jpg', size: 3, fresh: true };
  const restored = (value: unknown) => {
    writeJson('session', 'territorio-uploads-form', value);
    return uploads({ draft: 'form' }).current.stored;
  };
  expect(restored([kept])).toEqual([kept]);
  expect(restored([{ ...kept, type: 'script' }])).toEqual([]);
  expect(restored({ 0: kept })).toEqual([]);
  expect(restored([null])).toEqual([]);
});

import { msg } from '@lingui/core/macro';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAbort } from '@/lib/api/errors';
import { SESSION_KEY } from '@/lib/api/session';
import { uploadFile, uploadToFunction } from './upload.ts';

/** A connection that the test controls. */
class Line {
  static last: Line;
  upload: Record<string, (event: object) => void> = {};
  onload = () => {};
  onabort = () => {};
  onloadend = () => {};
  status = 200;
  responseText = '{"path":"x"}';
  aborted = false;
  constructor() {
    Line.last = this;
  }
  open() {}
  setRequestHeader() {}
  send() {}
  abort() {
    this.aborted = true;
    this.onabort();
    this.onloadend();
  }
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', Line);
  const user = { id: 'u' };
  const session = {
    access_token: 'a.b.c',
    refresh_token: 'r',
    expires_at: 4_102_444_800,
    expires_in: 3600,
    token_type: 'bearer',
    user,
  };
  localStorage.setItem(SESSION_KEY, JSON.stringify(session));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());

function upload() {
  const caller = new AbortController();
  const onProgress = vi.fn();
  const words = { failed: msg`Failed to upload`, signedOut: msg`Please log in` };
  const result = uploadToFunction('passport', new Blob(['x']), { onProgress, signal: caller.signal, ...words }).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  const begun = vi.waitFor(() => expect(Line.last?.upload.onprogress).toBeTypeOf('function'));
  return { caller, onProgress, result, begun };
}
const progress = (loaded: number) => Line.last.upload.onprogress?.({ lengthComputable: true, loaded, total: 10 });

it('runs as long as it makes progress', async () => {
  const { result, begun, onProgress } = upload();
  await begun;
  for (let loaded = 1; loaded <= 10; loaded++) {
    await vi.advanceTimersByTimeAsync(50_000);
    progress(loaded);
  }
  Line.last.upload.onload?.({});
  await vi.advanceTimersByTimeAsync(50_000);
  Line.last.onload();
  Line.last.onloadend();
  expect(await result).toEqual({ value: { path: 'x' } });
  expect(onProgress).toHaveBeenLastCalledWith(1);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(Line.last.aborted).toBe(false);
});

it.each([
  ['half-way', () => progress(5)],
  ['with all of it sent', () => Line.last.upload.onload?.({})],
])('fails, with a retry, on a stalled connection %s', async (_when, move) => {
  const { result, begun } = upload();
  await begun;
  move();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await result).toMatchObject({ error: { code: 'network', message: 'Failed to upload' } });
});

it('is cancelled by its caller without a failure', async () => {
  const { result, begun, caller } = upload();
  await begun;
  caller.abort();
  expect(isAbort(((await result) as { error: unknown }).error)).toBe(true);
});

describe('a file that storage refuses', () => {
  const refusal = JSON.stringify({ statusCode: '403', message: 'new row violates row-level security policy' });
  async function refused(hasRoom: boolean | null, status = 400) {
    vi.stubGlobal('fetch', () =>
      Promise.resolve(hasRoom === null ? new Response('{}', { status: 500 }) : Response.json(hasRoom)),
    );
    const words = { failed: msg`Failed to upload`, signedOut: msg`Please log in`, contentType: 'image/png' };
    const { signal } = new AbortController();
    const file = new Blob(['x']);
    Object.assign(Line, { last: undefined });
    const result = uploadFile({ bucket: 'media', path: 'a.png', file, onProgress: vi.fn(), signal, ...words }).catch(
      (error: unknown) => error,
    );
    await vi.waitFor(() => expect(Line.last?.upload.onprogress).toBeTypeOf('function'));
    Object.assign(Line.last, { status, responseText: refusal });
    Line.last.onload();
    return result;
  }

  it.each([400, 403])("can be retried tomorrow after the day's limit (%i)", async (status) => {
    const message = "You've reached today's upload limit. Please try again tomorrow.";
    expect(await refused(false, status)).toMatchObject({ code: 'upload_quota', message });
  });

  it('keeps the general text for other or unknown reasons', async () => {
    for (const answer of [true, null]) expect(await refused(answer)).not.toMatchObject({ code: 'upload_quota' });
    expect(await refused(false, 413)).not.toMatchObject({ code: 'upload_quota' });
  });
});

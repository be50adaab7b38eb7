import { msg } from '@lingui/core/macro';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18n } from '../i18n/i18n.ts';
import { AppError, isAbort, isDuplicate, isSignedOut, isTimeout, isTransient, isUnreached } from './errors.ts';
import { run } from './run.ts';
import { SESSION_KEY } from './session.ts';
import { toAppError } from './to-app-error.ts';

const FAILED = msg`Failed to load data`;
const raised = (status: number, hint: string, message: string) => ({
  code: `PT${status}`,
  hint,
  message,
  details: null,
});

afterEach(() => vi.restoreAllMocks());

describe('toAppError', () => {
  it('maps a raised code to its text, before any fallback', () => {
    const error = toAppError(raised(409, 'sold_out', 'sold out'), FAILED);
    expect(error).toMatchObject({ code: 'sold_out', status: 409 });
    expect(error.message).toMatch(/aren't enough seats/);
  });

  it('inserts the number of the rule into the text', () => {
    expect(toAppError(raised(400, 'timeslot_maximum', 'A time slot has at most 8 spots')).message).toBe(
      'A time slot can have at most 8 spots, like its experience',
    );
    expect(toAppError(raised(400, 'departures_maximum', 'At most 1000 departures at a time')).message).toBe(
      'At most 1000 departures at a time',
    );
    expect(toAppError(raised(400, 'private_minimum', 'Private bookings require at least 4 guests')).message).toBe(
      'Private bookings require at least 4 guests',
    );
    expect(toAppError(raised(400, 'shared_minimum', 'Shared bookings require at least 2 guests')).message).toBe(
      'Shared bookings require at least 2 guests',
    );
  });

  it('trusts the text of a code that was raised for people but is not known here', () => {
    expect(toAppError(raised(400, 'brand_new_rule', 'The boat is being painted'), undefined)).toMatchObject({
      code: 'brand_new_rule',
      message: 'The boat is being painted',
    });
  });

  it('never shows a raw database message', () => {
    const raw = {
      code: '23505',
      message: 'duplicate key value violates unique constraint "holds_key"',
      details: 'x',
      hint: null,
    };
    expect(toAppError(raw, FAILED, 409).message).toBe('Failed to load data');
    expect(toAppError(raw, undefined, 409).message).toBe('Something went wrong. Please try again.');
    expect(toAppError(raw, undefined, 409).cause).toBe(raw);
  });

  it('uses the text of the call and gives the reason as a detail when there is no network', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    const error = toAppError({ message: 'TypeError: Failed to fetch', code: '', hint: '', details: '' }, FAILED, 0);
    expect(error).toMatchObject({ code: 'network', message: 'Failed to load data' });
    expect(error.detail).toMatch(/couldn't reach the server/);
  });

  it('detects that the browser is offline', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(toAppError(new TypeError('Failed to fetch')).code).toBe('offline');
  });

  const signIn = () => localStorage.setItem(SESSION_KEY, '{}');

  it('asks a visitor to log in, and reports the end of a session only to people who had one', async () => {
    const refused = { code: '42501', message: 'permission denied for table bookings', details: null, hint: null };
    expect(toAppError(refused, FAILED, 401)).toMatchObject({
      code: 'not_signed_in',
      message: 'Please log in to continue',
    });
    signIn();
    expect(toAppError(refused, FAILED, 401)).toMatchObject({
      code: 'session_expired',
      message: 'Your session has expired. Please log in again.',
    });
  });

  it('keeps the text of what a visitor has to log in for', async () => {
    const error = toAppError(raised(401, 'not_signed_in', 'Please log in to book this transport'), FAILED);
    expect(error).toMatchObject({ code: 'not_signed_in', message: 'Please log in to book this transport' });
  });

  it("does not ask a visitor to log in if the app's own key is refused", async () => {
    expect(toAppError({ message: 'Invalid API key' }, FAILED, 401)).toMatchObject({ code: 'unknown' });
    expect(toAppError({ code: 'PGRST301', message: 'JWSError' }, FAILED, 401)).toMatchObject({ code: 'unknown' });
  });

  it.each([
    [401, 'not_signed_in'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [406, 'not_found'],
    [429, 'rate_limited'],
    [500, 'server'],
    [503, 'server'],
    [499, 'unknown'],
    [400, 'unknown'],
  ])('maps HTTP %s to %s', (status, code) => {
    expect(toAppError({ message: 'x' }, undefined, status)).toMatchObject({ code, status });
  });

  it.each([
    ['rate_limited', 'Too many requests. Wait a minute and try again.'],
    ['rate_limited_hour', 'Too many requests. Try again in an hour.'],
    ['rate_limited_day', 'Too many requests. Try again tomorrow.'],
  ])('shows when to retry: %s', (code, text) => {
    expect(toAppError(raised(429, code, 'x'), FAILED)).toMatchObject({ message: 'Failed to load data', detail: text });
    expect(toAppError(raised(429, code, 'x')).message).toBe(text);
  });

  it('reads an expired token and a missing grant from their codes', async () => {
    signIn();
    expect(toAppError({ code: 'PGRST301', message: 'JWT expired' }).code).toBe('session_expired');
    expect(toAppError({ code: '42501', message: 'permission denied for table x' }).code).toBe('forbidden');
  });

  it('does not change an error that was mapped before', () => {
    const error = new AppError('sold_out', 'x');
    expect(toAppError(error, FAILED)).toBe(error);
  });

  it.each([undefined, null, 'boom', 7, Symbol('x')])('survives %s', (value) => {
    expect(toAppError(value, FAILED).message).toBe('Failed to load data');
  });
});

describe('an error', () => {
  it('has the status of its response, otherwise its own', () => {
    expect(toAppError({ message: 'x', status: 404 })).toMatchObject({ code: 'not_found', status: 404 });
    expect(toAppError({ message: 'x', status: 404 }, undefined, 503)).toMatchObject({ code: 'server', status: 503 });
    expect(toAppError({ message: 'x', status: '404' })).toMatchObject({ code: 'unknown', status: undefined });
    expect(toAppError(raised(403, 'a_rule', 'No'), undefined, 500).status).toBe(403);
    expect(toAppError({ code: 'xPT403', message: 'x' }, undefined, 500).status).toBe(500);
    expect(toAppError({ code: 'PT4030', message: 'x' }, undefined, 500).status).toBe(500);
    for (const code of ['22021', '22P05'])
      expect(
        toAppError({ code, message: 'invalid byte sequence for encoding "UTF8": 0x00' }, FAILED, 400),
      ).toMatchObject({
        code: 'invalid_character',
        message: "The text contains a character we can't save. Please type it again.",
      });
    expect(toAppError({ code: 'PGRST116', message: 'x' }).code).toBe('not_found');
    expect(toAppError({ code: 'xPGRST301', message: 'x' }).code).toBe('unknown');
    expect(toAppError({ code: 'PGRST3011', message: 'x' }, undefined, 404).code).toBe('not_found');
  });

  it('is shown unchanged only if it was raised for people', () => {
    const shown = (code: string, hint: string | null, message: string) =>
      toAppError({ code, hint, message, details: null }).message;
    expect(shown('PT409', 'brand_new_rule', 'The boat is painted')).toBe('The boat is painted');
    expect(shown('PT409', 'brand_new_rule', '')).toBe('Something went wrong. Please try again.');
    expect(shown('PT500', 'brand_new_rule', 'relation "x"')).toBe('Something went wrong. Please try again.');
    expect(shown('xPT409', 'brand_new_rule', 'relation "x"')).toBe('Something went wrong. Please try again.');
    expect(shown('PT4090', 'brand_new_rule', 'relation "x"')).toBe('Something went wrong. Please try again.');
  });

  it('has no code that could be taken for a sentence', () => {
    expect(toAppError(raised(400, 'Try this: x', 'x')).code).toBe('unknown');
    expect(toAppError(raised(400, 'not A code', 'x')).code).toBe('unknown');
    expect(toAppError({ code: '23505', hint: 'some_hint', message: 'x' }).code).toBe('unknown');
  });

  it('is recognised as timed out by its cause', () => {
    const timedOut = toAppError(new DOMException('The operation timed out.', 'TimeoutError'), FAILED);
    expect(isTimeout(timedOut)).toBe(true);
    expect(isTimeout(toAppError({ message: 'TimeoutError: signal' }))).toBe(true);
    expect(isTimeout(toAppError(new TypeError('Failed to fetch')))).toBe(false);
  });

  it("is recognised as a duplicate by the database's code", () => {
    expect(isDuplicate(toAppError({ code: '23505', message: 'x' }))).toBe(true);
    expect(isDuplicate(toAppError({ code: '23503', message: 'x' }))).toBe(false);
    expect(isDuplicate(toAppError({ message: 'x' }))).toBe(false);
    for (const cause of [null, undefined, 'x', 7]) expect(isDuplicate(new AppError('x', 'x', { cause }))).toBe(false);
    expect(isDuplicate({ cause: { code: '23505' } })).toBe(false);
    expect(isDuplicate(null)).toBe(false);
  });

  it("is recognised as aborted by the browser's or the client's code", () => {
    expect(isAbort(new DOMException('x', 'AbortError'))).toBe(true);
    expect(isAbort(new DOMException('aborted', 'TimeoutError'))).toBe(false);
    expect(isAbort(new Error('This operation was aborted'))).toBe(true);
    expect(isAbort('aborted')).toBe(false);
    expect(isAbort(null)).toBe(false);
    expect(isAbort({})).toBe(false);
  });

  it('tells unreachable servers and ended sessions from other errors', () => {
    const codes = ['network', 'offline', 'server', 'not_signed_in', 'session_expired', 'sold_out'];
    const those = (is: (error: unknown) => boolean) => codes.filter((code) => is(new AppError(code, 'x')));
    expect(those(isUnreached)).toEqual(['network', 'offline']);
    expect(those(isSignedOut)).toEqual(['not_signed_in', 'session_expired']);
    for (const error of [null, 'network', { code: 'network' }, { code: 'session_expired' }]) {
      expect(isUnreached(error)).toBe(false);
      expect(isSignedOut(error)).toBe(false);
    }
  });

  it('has a name, for the log', () => {
    expect(new AppError('x', 'y').name).toBe('AppError');
  });
});

describe('uses our texts on a page in another language', () => {
  beforeEach(() => i18n.loadAndActivate({ locale: 'es', locales: 'es-GT', messages: {} }));
  afterEach(() => i18n.loadAndActivate({ locale: 'en', locales: 'en-US', messages: {} }));
  const message = (code: string, said: string, details: string | null = null) =>
    toAppError({ code: 'PT409', hint: code, message: said, details }, undefined, 409).message;

  it('shows no sentence of the server, which is English', () => {
    expect(message('brand_new_rule', 'The boat is painted')).toBe('Something went wrong. Please try again.');
    expect(message('status_changed', 'Nery set this to No Show')).toBe('Someone else has already changed the status');
    expect(message('invalid_input', 'as_of is not a time')).toMatch(/^Something you entered isn't valid/);
  });

  it("shows a time of the server in the page's format", () => {
    const details = '{"at": "2026-11-23T11:00:00+00:00", "time_zone": "America/Guatemala"}';
    expect(message('check_in_too_early', 'You can check in from 5:00 AM', details)).toMatch(
      /^You can check in from lun, 23 nov 2026, 5:00\sa\.\sm\.$/,
    );
    expect(message('check_in_too_early', 'You can check in from 5:00 AM', '{}')).toBe("It's too early to check in");
  });
});

describe('isTransient', () => {
  it('is true only for temporary failures', () => {
    expect(isTransient(toAppError({ message: 'x' }, FAILED, 503))).toBe(true);
    expect(isTransient(new TypeError('Failed to fetch'))).toBe(true);
    expect(isTransient(toAppError(new TypeError('Failed to fetch')))).toBe(true);
    expect(isTransient(new AppError('offline', 'x'))).toBe(true);
    for (const message of ['NetworkError when attempting', 'Load failed', 'fetch failed', 'signal timed out'])
      expect(isTransient({ message })).toBe(true);
    expect(isTransient('Failed to fetch')).toBe(true);
    expect(isTransient(new Error('x'))).toBe(false);
    expect(isTransient(null)).toBe(false);
    expect(isTransient(toAppError(raised(409, 'sold_out', 'x')))).toBe(false);
    expect(isTransient(toAppError({ message: 'x' }, undefined, 429))).toBe(false);
  });
});

describe('run', () => {
  const answer = { count: null, statusText: '', success: true as const };

  it('returns the data', async () => {
    await expect(run(async () => ({ ...answer, data: [1], error: null, status: 200 }))).resolves.toEqual([1]);
  });

  it('throws the mapped error, of a response and of a request that never arrived', async () => {
    const refused = Promise.reject(new TypeError('Failed to fetch'));
    await expect(run(() => refused, FAILED)).rejects.toMatchObject({ code: 'network', message: 'Failed to load data' });
  });

  it('distinguishes an abort from a failure, from the client and from fetch', async () => {
    const reason = await Promise.resolve(AbortSignal.abort().reason as DOMException);
    const error = { message: `${reason.name}: ${reason.message}`, details: '', hint: '', code: '' };
    const answered = run(async () => ({ ...answer, success: false, data: null, error, status: 0 }) as never, FAILED);
    for (const given of [answered, run(() => Promise.reject(reason), FAILED)]) {
      expect(await given.then(() => false, isAbort)).toBe(true);
    }
    const failed = run(() => Promise.reject(new TypeError('Failed to fetch')), FAILED);
    expect(await failed.then(() => true, isAbort)).toBe(false);
  });
});

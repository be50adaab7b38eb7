import { beforeEach, describe, expect, it, vi } from 'vitest';
import { requestPasswordReset, resendConfirmation, signIn, signUp } from './queries.ts';

/** What the auth service answers next, and what it was asked. */
function answer(status: number, body: unknown) {
  const asked: { path: string; target: string | null; body: Record<string, unknown> }[] = [];
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname: path, searchParams } = new URL(String(input));
    asked.push({
      path,
      target: searchParams.get('redirect_to'),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : {},
    });
    if (status === 0) return Promise.reject(new TypeError('Failed to fetch'));
    const headers = { 'content-type': 'application/json' };
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers }));
  });
  return asked;
}

const person = { fullName: 'Anna Keller', email: 'anna@example.com', password: 'volcano-1' };
const calls = {
  'sign in': () => signIn({ email: person.email, password: person.password }),
  'sign up': () => signUp(person),
  'forgotten password': () => requestPasswordReset(person.email),
};

// The client says each failed refresh and request on the console; what the person reads is looked at here.
beforeEach(() => {
  vi.mocked(console.error).mockImplementation(() => undefined);
});

describe.each(Object.entries(calls))('%s', (_name, call) => {
  it.each([
    [0, {}, /^(You seem to be offline|The server can.t be reached|.*connection)/i],
    [500, { message: 'pq: down' }, /^Something went wrong on our side\. Please try again in a moment\.$/],
    [503, 'gone', /^Something went wrong on our side\. Please try again in a moment\.$/],
    [
      429,
      { error_code: 'over_request_rate_limit', msg: 'limit' },
      /^Too many requests\. Wait a minute and try again\.$/,
    ],
    [401, { message: 'Invalid API key' }, /^Invalid API key$/],
  ])('an answer %i reads as a sentence', async (status, body, text) => {
    answer(status, body);
    await expect(call()).rejects.toThrow(text);
  });
});

describe('signUp', () => {
  const made = { id: 'u1', identities: [{}], user_metadata: {} };

  it('takes the kept code of a partner along, and only a code', async () => {
    const asked = answer(200, made);
    await signUp(person);
    localStorage.setItem('territorio-ref', 'HOTEL1');
    await signUp(person);
    localStorage.setItem('territorio-ref', '{"x":1}');
    await signUp(person);
    expect(asked.map((request) => request.body.data)).toEqual([
      { full_name: 'Anna Keller' },
      { full_name: 'Anna Keller', referral_code: 'HOTEL1' },
      { full_name: 'Anna Keller' },
    ]);
  });

  it.each([
    ['the sign-up', () => signUp(person)],
    ['the confirmation that is sent again', () => resendConfirmation(person.email)],
  ])('%s leads back to the invitation that it is for, in any browser', async (_, call) => {
    const asked = answer(200, made);
    await call();
    localStorage.setItem('territorio-invite', 'ab'.repeat(32));
    await call();
    expect(asked.map((request) => request.target)).toEqual([
      `${location.origin}/callback`,
      `${location.origin}/callback?invite=${'ab'.repeat(32)}`,
    ]);
  });

  it('knows a taken address by the user without identities', async () => {
    answer(200, { ...made, identities: [] });
    await expect(signUp(person)).rejects.toThrow('An account with this email already exists');
  });
});

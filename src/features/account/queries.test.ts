import { webcrypto } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SESSION_KEY } from '@/lib/api/session';
import { sha256 } from '@/lib/hash';
import { i18n } from '@/lib/i18n/i18n';
import {
  confirmSignUp,
  type EmailToken,
  finishReturn,
  redeemEmailLink,
  requestPasswordReset,
  resendConfirmation,
  signIn,
  signOut,
  signUp,
} from './queries.ts';

/** Sets the auth service's next response, and records the requests it gets. */
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

const tokenOf = (name: string) => `e30.${btoa(JSON.stringify({ exp: 4102444800, sub: name }))}.e30`;

const person = { fullName: 'Anna Keller', email: 'anna@example.com', password: 'volcano-1' };
const calls = {
  'sign in': () => signIn({ email: person.email, password: person.password }),
  'sign up': () => signUp(person),
  'forgotten password': () => requestPasswordReset(person.email),
};

// The client logs each failure, while this test checks what people read.
beforeEach(() => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  // jsdom doesn't support digests.
  vi.stubGlobal('crypto', webcrypto);
});

describe.each(Object.entries(calls))('%s', (_name, call) => {
  it.each([
    [0, {}, /^(You seem to be offline|The server can.t be reached|.*connection)/i],
    [500, { message: 'pq: down' }, /^Something went wrong on our side\. Please try again in a moment\.$/],
    [503, 'gone', /^Something went wrong on our side\. Please try again in a moment\.$/],
    [
      429,
      { error_code: 'over_request_rate_limit', msg: 'limit' },
      /^Too many attempts\. Please wait a few minutes and try again\.$/,
    ],
    [
      429,
      { error_code: 'over_email_send_rate_limit', msg: 'limit' },
      /^Too many requests\. Please wait a minute and try again\.$/,
    ],
    [401, { message: 'Invalid API key' }, /^Invalid API key$/],
  ])('turns the response %i into a sentence', async (status, body, text) => {
    answer(status, body);
    await expect(call()).rejects.toThrow(text);
  });
});

describe('signUp', () => {
  const made = { id: 'u1', identities: [{}], user_metadata: {} };

  it('sends the stored code of a partner, and only a code', async () => {
    const asked = answer(200, made);
    await signUp(person);
    localStorage.setItem('territorio-ref', 'HOTEL1');
    await signUp(person);
    localStorage.setItem('territorio-ref', '{"x":1}');
    await signUp(person);
    const data = asked.map((request) => request.body.data as { sign_up_hash: string });
    expect(data.map(({ sign_up_hash: hash, ...rest }) => ({ ...rest, hash: hash.length }))).toEqual([
      { full_name: 'Anna Keller', language: 'en', hash: 64 },
      { full_name: 'Anna Keller', language: 'en', referral_code: 'HOTEL1', hash: 64 },
      { full_name: 'Anna Keller', language: 'en', hash: 64 },
    ]);
  });

  it("sends the page's language for emails", async () => {
    const asked = answer(200, made);
    i18n.loadAndActivate({ locale: 'es', messages: {} });
    await signUp(person).finally(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));
    expect(asked[0]).toMatchObject({ target: `${location.origin}/es/callback`, body: { data: { language: 'es' } } });
  });

  it.each([
    ['the sign-up', () => signUp(person)],
    ['the repeated confirmation email', () => resendConfirmation(person.email)],
  ])('leads %s back to its invitation, in any browser', async (_, call) => {
    const asked = answer(200, made);
    await call();
    localStorage.setItem('territorio-invite', 'ab'.repeat(32));
    await call();
    expect(asked.map((request) => request.target)).toEqual([
      `${location.origin}/callback`,
      `${location.origin}/callback?invite=${'ab'.repeat(32)}`,
    ]);
  });

  it('recognises a used address by the user without identities', async () => {
    answer(200, { ...made, identities: [] });
    await expect(signUp(person)).rejects.toThrow('An account with this email already exists');
  });
});

it.each<[string, (proof: { captchaToken?: string }) => Promise<void>]>([
  ['logging in', (proof) => signIn({ email: person.email, password: person.password, ...proof })],
  ['signing up', (proof) => signUp({ ...person, ...proof })],
  ['a new link', (proof) => resendConfirmation(person.email, proof)],
  ['a new password', (proof) => requestPasswordReset(person.email, proof)],
])('%s sends the proof of the CAPTCHA, if there is one', async (_, call) => {
  const asked = answer(200, { id: 'u1', identities: [{}], user_metadata: {} });
  await call({}).catch(() => undefined);
  await call({ captchaToken: 'human' }).catch(() => undefined);
  expect(asked.map(({ body }) => body.gotrue_meta_security)).toEqual([{}, { captcha_token: 'human' }]);
});

describe('finishReturn', () => {
  const session = { access_token: tokenOf('mallory'), refresh_token: 'r', expires_in: 3600, token_type: 'bearer' };
  const theirs = { ...session, user: { id: 'mallory', email: 'mallory@example.com' } };
  const verifier = `${SESSION_KEY}-code-verifier`;
  const link = (code: string | null, hasTokens = false) => ({ code, hasTokens });
  const read = () => JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null')?.user?.id ?? null;
  beforeEach(() => localStorage.clear());

  it('takes no session from the address, without a request or a sign-in', async () => {
    const asked = answer(200, theirs);
    await expect(finishReturn(link(null, true))).rejects.toMatchObject({ code: 'link_invalid' });
    await expect(finishReturn(link('their code', true))).rejects.toMatchObject({ code: 'link_invalid' });
    expect(asked).toEqual([]);
    expect(read()).toBeNull();
  });

  it('redeems no code that this browser did not request', async () => {
    for (const [code, msg] of [
      ['bad_code_verifier', 'code challenge does not match'],
      ['flow_state_not_found', 'invalid flow state, no valid flow state found'],
    ]) {
      answer(400, { error_code: code, msg });
      await expect(finishReturn(link('their code'))).rejects.toMatchObject({ code: 'link_invalid' });
    }
    expect(read()).toBeNull();
  });

  it('redeems the code of its own link, once', async () => {
    localStorage.setItem(verifier, JSON.stringify('own'));
    const asked = answer(200, theirs);
    await finishReturn(link('c'));
    expect(asked[0]?.body).toEqual({ auth_code: 'c', code_verifier: 'own' });
    expect(read()).toBe('mallory');
    expect(localStorage.getItem(verifier)).toBeNull();
  });

  const signedIn = () => {
    localStorage.setItem(verifier, JSON.stringify('own'));
    const own = { ...session, access_token: tokenOf('anna'), expires_at: 4102444800, user: { id: 'anna' } };
    localStorage.setItem(SESSION_KEY, JSON.stringify(own));
  };

  it('ends only its own session when the person signs out', async () => {
    signedIn();
    const scopes: (string | null)[] = [];
    vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
      scopes.push(new URL(String(input)).searchParams.get('scope'));
      return new Response(null, { status: 204 });
    });
    await signOut();
    expect(scopes).toEqual(['local']);
    expect(read()).toBeNull();
  });

  it('never changes the signed-in person', async () => {
    signedIn();
    const asked = answer(200, theirs);
    for (const given of [link('c'), link(null, true)]) expect((await finishReturn(given)).user.id).toBe('anna');
    expect(asked).toEqual([]);
    expect(read()).toBe('anna');
  });
});

describe('redeemEmailLink', () => {
  const token: EmailToken = { tokenHash: 'h', type: 'signup', email: 'Anna@example.com' };
  const sessionOf = (email: string) => ({
    access_token: tokenOf('anna'),
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: 3600,
    user: { id: 'anna', email },
  });
  const read = () => JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null')?.user?.email ?? null;
  /** Sets the responses of the auth service, and the server's answer about the account's owner. */
  function answers(body: unknown, isOwned: boolean, status = 200) {
    const asked: { path: string; method: string; body: unknown }[] = [];
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
      const { pathname: path } = new URL(String(input));
      asked.push({ path, method: init?.method ?? 'GET', body: init?.body ? JSON.parse(String(init.body)) : null });
      const isClaim = path.endsWith('/claim_account');
      const init2 = { status: isClaim ? 200 : status, headers: { 'content-type': 'application/json' } };
      return Promise.resolve(new Response(JSON.stringify(isClaim ? isOwned : body), init2));
    });
    return asked;
  }
  beforeEach(() => localStorage.clear());

  it('sends the token, and proves with the secret of the sign-up whose account it is', async () => {
    const sent = answer(200, { id: 'u1', identities: [{}], user_metadata: {} });
    await signUp(person);
    const hash = sent.map(({ body }) => (body.data as { sign_up_hash: string }).sign_up_hash)[0];
    const asked = answers(sessionOf('anna@example.com'), true);
    expect(await redeemEmailLink(token)).toBe('signed-in');
    const [verify, claim] = asked;
    expect(verify).toMatchObject({
      path: '/auth/v1/verify',
      method: 'POST',
      body: { token_hash: 'h', type: 'signup' },
    });
    const { p_sign_up_secret: secret = '' } = (claim?.body ?? {}) as { p_sign_up_secret?: string };
    expect(await sha256(secret)).toBe(hash);
    expect(localStorage.getItem('territorio-sign-up')).toBeNull();
  });

  it("asks for a password if another browser signed up, which may have been someone else's", async () => {
    const asked = answers(sessionOf('anna@example.com'), false);
    expect(await redeemEmailLink(token)).toBe('choose-password');
    expect(asked[1]?.body).toEqual({});
    expect(await redeemEmailLink({ ...token, type: 'magiclink' })).toBe('signed-in');
  });

  it('refuses the link of another account than it names, because the reader would continue as its sender', async () => {
    const asked = answers(sessionOf('mallory@example.com'), false);
    await expect(redeemEmailLink(token)).rejects.toMatchObject({ code: 'link_invalid' });
    expect(read()).toBeNull();
    expect(asked.map(({ path }) => path)).toEqual(['/auth/v1/verify', '/auth/v1/logout']);
  });

  it('recognises the first of the two emails to a new address', async () => {
    answers(
      { msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email', code: '200' },
      false,
    );
    expect(await redeemEmailLink({ ...token, type: 'email_change' })).toBe('half');
  });

  it('fails with a used link', async () => {
    answers({ error_code: 'otp_expired', msg: 'Email link is invalid or has expired' }, false, 403);
    await expect(redeemEmailLink(token)).rejects.toMatchObject({ code: 'otp_expired' });
  });
});

describe('the six digits of a confirmation', () => {
  const typed = { email: person.email, code: '123456', password: person.password };
  const noProof = async () => undefined;
  const session = {
    access_token: tokenOf('anna'),
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: 3600,
    user: { id: 'anna', email: person.email },
  };
  /** Makes the digits count as used, and the password request get this response. */
  function usedUp(status: number, body: unknown) {
    vi.stubGlobal('fetch', (input: RequestInfo | URL) => {
      const isDigits = new URL(String(input)).pathname.endsWith('/verify');
      const refusal = { error_code: 'otp_expired', msg: 'Token has expired or is invalid' };
      const init = { status: isDigits ? 403 : status, headers: { 'content-type': 'application/json' } };
      return Promise.resolve(new Response(JSON.stringify(isDigits ? refusal : body), init));
    });
  }

  it('sign in although the link was opened in another browser', async () => {
    usedUp(200, session);
    expect(await confirmSignUp(typed, noProof)).toBe('confirmed-before');
  });

  it('ask for a longer password if the typed one would replace that of an earlier sign-up', async () => {
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
      const isNewPassword = init?.method === 'PUT';
      const weak = { error_code: 'weak_password', msg: 'Password should be at least 8 characters.' };
      const body = isNewPassword ? weak : new URL(String(input)).pathname.endsWith('/verify') ? session : session.user;
      const headers = { 'content-type': 'application/json' };
      return Promise.resolve(new Response(JSON.stringify(body), { status: isNewPassword ? 422 : 200, headers }));
    });
    expect(await confirmSignUp({ ...typed, password: 'sixsix' }, noProof)).toBe('choose-password');
  });

  it.each([
    ['the address is not confirmed', 400, { error_code: 'email_not_confirmed', msg: 'Email not confirmed' }],
    ['the password is wrong', 400, { error_code: 'invalid_credentials', msg: 'Invalid login credentials' }],
    ['there is no response', 500, {}],
  ])('are wrong or expired if %s', async (_, status, body) => {
    usedUp(status, body);
    await expect(confirmSignUp(typed, noProof)).rejects.toThrow(
      'This code is wrong or has expired. Only the code in the most recent email works.',
    );
  });
});

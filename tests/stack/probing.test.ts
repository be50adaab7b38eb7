import { expect, inject, it } from 'vitest';
import { mailsTo, minuteLater, newClient, newEmail, PASSWORD, signedIn } from '../support/stack.ts';

// The responses to a stranger are the same whether an address has an account, an unconfirmed one, or none.

const post = async (path: string, body: object) => {
  const { url, publishableKey } = inject('stack');
  const response = await fetch(`${url}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, code: answer.error_code, message: answer.msg };
};

async function addresses() {
  const { email: known } = await signedIn();
  const unconfirmed = newEmail();
  await newClient().auth.signUp({ email: unconfirmed, password: PASSWORD });
  await minuteLater(unconfirmed);
  return [known, unconfirmed, newEmail()];
}

it.each<[string, string, (email: string) => object]>([
  ['a wrong password', '/token?grant_type=password', (email) => ({ email, password: 'not it' })],
  ['an empty password', '/token?grant_type=password', (email) => ({ email, password: '' })],
  ['a password that is not text', '/token?grant_type=password', (email) => ({ email, password: 'a\0b' })],
  ['a password in a list', '/token?grant_type=password', (email) => ({ email, password: ['a'] })],
  ['an address in an object', '/token?grant_type=password', (email) => ({ email: { a: email }, password: 'a' })],
  ['no password', '/token?grant_type=password', (email) => ({ email, password: null })],
  ['a body that is a list', '/token?grant_type=password', (email) => [email]],
  ['a sign-up with a password in a list', '/signup', (email) => ({ email, password: [PASSWORD] })],
  ['a sign-up', '/signup', (email) => ({ email, password: PASSWORD })],
  [
    'a sign-up with a web address for a name',
    '/signup',
    (email) => ({ email, password: PASSWORD, data: { full_name: 'www.evil.test' } }),
  ],
  ['a sign-up with a short password', '/signup', (email) => ({ email, password: '12345' })],
  ['a sign-up with a long password', '/signup', (email) => ({ email, password: 'x'.repeat(80) })],
  ['a forgotten password', '/recover', (email) => ({ email })],
  ['a sign-in link', '/otp', (email) => ({ email })],
  ['a sign-in link for an existing account', '/otp', (email) => ({ email, create_user: false })],
  ['a repeated confirmation', '/resend', (email) => ({ email, type: 'signup' })],
  ['a wrong code', '/verify', (email) => ({ email, type: 'recovery', token: '000000' })],
])('%s has the same response for every address, immediately and again', async (_, path, body) => {
  const [known, unconfirmed, unknown] = await Promise.all(
    (await addresses()).map(async (email) => [await post(path, body(email)), await post(path, body(email))]),
  );
  expect(known?.every(({ status }) => status < 500)).toBe(true);
  expect(known).toEqual(unknown);
  expect(unconfirmed).toEqual(unknown);
});

it('a sign-in link confirms no address before its email was read', async () => {
  const email = newEmail();
  expect((await newClient().auth.signInWithOtp({ email })).error).toBeNull();
  expect((await mailsTo(email))[0]?.subject).toContain('Confirm');
});

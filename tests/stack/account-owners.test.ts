import { describe, expect, it } from 'vitest';
import {
  type Client,
  mailsTo,
  minuteLater,
  newAdmin,
  newClient,
  newEmail,
  newSql,
  PASSWORD,
  signedIn,
  tokenOf,
} from '../support/stack.ts';
import {
  accept,
  browser,
  codeIn,
  inviteTo,
  logIn,
  methods,
  ownerAsks,
  prove,
  secretOf,
  signUp,
  strangersAccount,
} from './owners.ts';

// Attacks an account whose first password someone else chose (docs/decisions/0030), by requests to the running
// stack.

describe('an account created by someone else', () => {
  it('gives its creator no role after the owner has confirmed the address in another browser', async () => {
    const email = await strangersAccount();
    const invite = await inviteTo(email);
    const stranger = await logIn(email, 'known to a stranger');
    expect(await accept(stranger, invite)).toBe('account_unproven');
    // Another password doesn't prove ownership.
    expect((await stranger.auth.updateUser({ password: 'another of theirs' })).error).toBeNull();
    expect((await stranger.rpc('claim_account')).data).toBe(false);
    expect(await accept(stranger, invite)).toBe('account_unproven');

    // The owner reads the email, the stranger is signed out, and the role begins.
    const owner = browser();
    await prove(owner, email, 'mine alone', 2);
    expect((await stranger.auth.refreshSession()).error).not.toBeNull();
    expect((await browser().auth.signInWithPassword({ email, password: 'another of theirs' })).error).not.toBeNull();
    expect(await accept(owner, invite)).toBe('accepted');
  });

  it('belongs to its owner once they open an email, and the person who signed up is signed out permanently', async () => {
    const email = await strangersAccount();
    const invite = await inviteTo(email);
    const stranger = await logIn(email, 'known to a stranger');
    const { owner, letter } = await ownerAsks(email);
    const token = codeIn(letter);
    await owner.auth.verifyOtp({ email, token, type: 'recovery' });
    expect((await stranger.auth.updateUser({ password: 'another of theirs' })).error).not.toBeNull();
    const again = await browser().auth.signInWithPassword({ email, password: 'known to a stranger' });
    expect(again.error?.code).toBe('invalid_credentials');
    expect((await owner.auth.updateUser({ password: 'mine alone' })).error).toBeNull();
    expect(await accept(owner, invite)).toBe('accepted');
  });

  it('accepts no password from the person who signed up while an email for a new one is pending', async () => {
    const email = await strangersAccount();
    const stranger = await logIn(email, 'known to a stranger');
    const { owner, letter } = await ownerAsks(email);
    expect((await stranger.auth.updateUser({ password: 'another of theirs' })).error).not.toBeNull();
    await owner.auth.verifyOtp(tokenOf(letter));
    // The link also ends the session of the person who signed up.
    expect((await stranger.auth.getUser()).error).not.toBeNull();
    // Requesting another email, which they can't read, doesn't help either.
    await minuteLater(email);
    await browser().auth.resetPasswordForEmail(email);
    expect((await owner.auth.updateUser({ password: 'mine alone' })).error).toBeNull();
    await logIn(email, 'mine alone');
  });

  it('accepts none either beside the session that the owner opened with the first email', async () => {
    const email = newEmail();
    expect((await newClient().auth.signUp({ email, password: 'known to a stranger' })).error).toBeNull();
    const tap = await newClient().auth.verifyOtp(tokenOf((await mailsTo(email)).at(-1)));
    expect(tap.data.user?.email).toBe(email);
    const stranger = await logIn(email, 'known to a stranger');
    const { owner, letter } = await ownerAsks(email);
    const token = codeIn(letter);
    const { error } = await stranger.auth.updateUser({ password: 'another of theirs' });
    expect([error?.status, error?.code]).toEqual([403, 'letter_waits']);
    expect(error?.message).toBe("We've emailed you a link. Please use it to choose your new password.");
    expect((await owner.auth.verifyOtp({ email, token, type: 'recovery' })).error).toBeNull();
    expect((await owner.auth.updateUser({ password: 'mine alone' })).error).toBeNull();
    expect((await owner.rpc('claim_account')).data).toBe(true);
    expect((await stranger.auth.getUser()).error).not.toBeNull();
  });

  it('accepts a password from the holder of an invitation, whatever email is pending, and from nobody else without the secret key', async () => {
    const email = newEmail();
    const { data } = await browser().auth.signUp({ email, password: 'known to a stranger' });
    await browser().auth.resetPasswordForEmail(email);
    await mailsTo(email, 2);
    const sql = newSql();
    const id = data.user?.id ?? '';
    const choose = () => newAdmin().auth.admin.updateUserById(id, { password: 'mine alone', email_confirm: true });
    expect((await choose()).error?.code).toBe('letter_waits');
    await sql`select private.end_unproven_access(${id})`;
    expect((await choose()).error).toBeNull();
    await sql.end();
    await logIn(email, 'mine alone');
  });

  it('control: ends nothing when a known owner opens an email', async () => {
    const { client, email, id } = await signedIn();
    const sql = newSql();
    await sql`update private.account_owners set owned_since = now(), how = 'given' where user_id = ${id}`;
    await sql.end();
    await browser().auth.resetPasswordForEmail(email);
    expect((await newClient().auth.verifyOtp(tokenOf((await mailsTo(email)).at(-1)))).error).toBeNull();
    expect((await client.auth.getUser()).error).toBeNull();
    await logIn(email, PASSWORD);
  });

  it('gives its creator no role by an old token, whose session ended with the password', async () => {
    const email = await strangersAccount();
    const invite = await inviteTo(email);
    const stranger = await logIn(email, 'known to a stranger');
    const owner = browser();
    await prove(owner, email, 'mine alone', 2);
    expect(await accept(owner, invite)).toBe('accepted');
    const bookings = (client: Client) => client.rpc('territory_bookings', { p_territory_id: 'owners' });
    expect((await bookings(owner)).error).toBeNull();
    expect((await bookings(stranger)).error).not.toBeNull();
    expect((await stranger.rpc('my_work_territories')).error?.hint).toBe('not_signed_in');
  });

  it("can't get another address whose email they do not read", async () => {
    const [own, wanted] = [newEmail(), newEmail()];
    const stranger = await signUp(own, PASSWORD);
    await stranger.auth.verifyOtp(tokenOf((await mailsTo(own)).at(-1)));
    expect((await stranger.auth.updateUser({ email: wanted })).error).toBeNull();
    expect((await mailsTo(wanted)).at(-1)?.subject).toBe('Confirm your new email for Territorio');
    expect((await stranger.auth.getUser()).data.user?.email).toBe(own);
    expect(await mailsTo(own)).toHaveLength(1);
  });

  it('does not belong to a second person who signs up either, and the first password stays', async () => {
    const email = newEmail();
    await signUp(email, 'known to a stranger');
    await minuteLater(email);
    const owner = await signUp(email, 'typed by the owner');
    await owner.auth.verifyOtp(tokenOf((await mailsTo(email, 2)).at(-1)));
    expect(await methods(owner)).toEqual(['otp']);
    expect((await owner.rpc('claim_account', { p_sign_up_secret: secretOf('typed by the owner') })).data).toBe(false);
    await logIn(email, 'known to a stranger');
    expect(await accept(owner, await inviteTo(email))).toBe('account_unproven');
  });

  it('control: can be accepted with one tap by a person who signs up for themselves in one browser', async () => {
    const email = newEmail();
    const owner = await signUp(email, 'mine alone');
    await owner.auth.verifyOtp(tokenOf((await mailsTo(email)).at(-1)));
    expect((await owner.rpc('claim_account', { p_sign_up_secret: secretOf('mine alone') })).data).toBe(true);
    const again = await logIn(email, 'mine alone');
    expect(await accept(again, await inviteTo(email))).toBe('accepted');
  });
});

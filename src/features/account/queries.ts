import { msg } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { ROLES, type Role } from '@/features/account/profile/roles';
import { authClient, type Session } from '@/lib/api/auth';
import { AppError, isTransient } from '@/lib/api/errors';
import { invokeFunction } from '@/lib/api/functions';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { SESSION_KEY } from '@/lib/api/session';
import { toAppError } from '@/lib/api/to-app-error';
import { currentLanguage, i18n } from '@/lib/i18n/i18n';
import { withPrefix } from '@/lib/i18n/languages';
import { nameIn } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';
import { paths, withQuery } from '@/lib/routing/paths';
import { removeText } from '@/lib/storage/storage';
import type { Json } from '@/types/database';
import { storedInvite } from './invites/stored-invite.ts';
import { storedReferral } from './referral/stored-referral.ts';
import { carryDrafts, takeDrafts } from './sign-in/carried-drafts.ts';
import { toAuthError } from './sign-in/errors.ts';
import { forgetSignUpSecret, keepSignUpSecret, signUpSecret } from './sign-in/sign-up-secret.ts';

/** Returns the auth client. Its code may fail to load, like any request. */
async function client() {
  return authClient().catch((error: unknown) => {
    throw toAppError(error);
  });
}

/** The CAPTCHA token, if CAPTCHA is configured. */
interface Proof {
  captchaToken?: string | undefined;
}
const proofOf = ({ captchaToken }: Proof) => (captchaToken ? { captchaToken } : {});

export async function signIn(input: { email: string; password: string } & Proof): Promise<void> {
  const { email, password } = input;
  const { error } = await (await client()).signInWithPassword({ email, password, options: proofOf(input) });
  if (error) throw toAuthError(error, msg`An error occurred during sign in`);
}

/** Returns where emailed links lead, which may be opened in another browser, in this page's language. */
const returnTo = (query: Parameters<typeof withQuery>[1]) =>
  location.origin + withPrefix(withQuery(paths.callback, query), currentLanguage());
/** The address keeps the invitation that is being accepted. */
const confirmationTarget = () => returnTo({ invite: storedInvite() });

export async function signUp(input: { fullName: string; email: string; password: string } & Proof): Promise<void> {
  const service = await client();
  const code = storedReferral();
  const hash = await keepSignUpSecret(input.email);
  const { data, error } = await service.signUp({
    email: input.email,
    password: input.password,
    options: {
      // The request includes the hash of the secret, because the link may be opened in another browser. Emails use
      // the language.
      data: {
        full_name: input.fullName,
        language: currentLanguage().code,
        ...(hash ? { sign_up_hash: hash } : {}),
        ...(code ? { referral_code: code } : {}),
      },
      emailRedirectTo: confirmationTarget(),
      ...proofOf(input),
    },
  });
  if (error) {
    await service.signOut({ scope: 'local' }).catch(() => undefined);
    throw toAuthError(error, msg`An error occurred during sign up`);
  }
  if (!data.user) throw new AppError('no_user', i18n._(msg`Failed to create user account`));
  // If email confirmation is on, the service answers for a known address with a user without identities.
  if (!data.session && data.user.identities?.length === 0) {
    throw new AppError('user_already_exists', i18n._(msg`An account with this email already exists`));
  }
  carryDrafts(input.email);
}

export async function resendConfirmation(email: string, proof: Proof = {}): Promise<void> {
  const { error } = await (await client()).resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: confirmationTarget(), ...proofOf(proof) },
  });
  if (error) throw toAuthError(error, msg`An error occurred during sign up`);
}

/** Ends the session on this device, even if the server can't be reached. Other devices stay signed in. */
export async function signOut(): Promise<void> {
  const service = await client();
  const { error } = await service.signOut({ scope: 'local' });
  if (!error) return;
  const failure = toAuthError(error, msg`An error occurred during sign out`);
  if (!isTransient(failure) && !['rate_limited', 'too_many_attempts'].includes(failure.code)) throw failure;
  // Without a stored session the client makes no request, and notifies the other tabs.
  removeText('local', SESSION_KEY);
  await service.signOut({ scope: 'local' });
}

/** Ends the person's sessions in all other browsers. */
export async function endOtherSessions(): Promise<void> {
  const { error } = await (await client()).signOut({ scope: 'others' });
  if (error) throw toAuthError(error, msg`An error occurred during sign out`);
}

export async function requestPasswordReset(email: string, proof: Proof = {}): Promise<void> {
  const redirectTo = returnTo({ next: paths.passwordReset });
  const { error } = await (await client()).resetPasswordForEmail(email, { redirectTo, ...proofOf(proof) });
  if (error) throw toAuthError(error, msg`Failed to send reset email. Please try again.`);
}

/**
 * Sets a new password, which ends other sessions. If it was chosen after opening an email, it proves who owns the
 * account.
 */
export async function updatePassword(password: string): Promise<void> {
  const { error } = await (await client()).updateUser({ password });
  if (error) throw toAuthError(error, msg`Failed to reset password. Please try again.`);
  await claimAccount();
}

/** Does the same, and also accepts the current password. */
export async function keepPassword(password: string): Promise<void> {
  try {
    await updatePassword(password);
  } catch (error) {
    if (toAppError(error).code !== 'same_password') throw error;
    await claimAccount();
  }
}

/** Tells the server that this session proves the owner. If this fails, it is tried again on the next occasion. */
async function claimAccount(): Promise<boolean> {
  const secret = signUpSecret();
  const isOwned = await run((db) => db.rpc('claim_account', secret ? { p_sign_up_secret: secret } : {})).catch(
    () => false,
  );
  if (isOwned) forgetSignUpSecret();
  return isOwned;
}

/** The kinds of auth emails, as `verifyOtp` names them. */
export const EMAIL_TYPES = ['signup', 'invite', 'magiclink', 'recovery', 'email_change'] as const;
export type EmailType = (typeof EMAIL_TYPES)[number];

/** Signs in with the six digits of an email, which work once and in any browser. */
export async function enterCode(email: string, code: string, type: 'email' | EmailType): Promise<void> {
  const { error } = await (await client()).verifyOtp({ email, token: code, type });
  if (error)
    throw toAuthError(error, msg`This code is wrong or has expired. Only the code in the most recent email works.`);
}

/** The content of an emailed link. */
export interface EmailToken {
  tokenHash: string;
  type: EmailType;
  /** The account that the link signs in, as the page shows it. */
  email: string;
}

/**
 * Uses an emailed link when its button is clicked. The link works once and in any browser. Anyone can send a link
 * of their own account, so a link that signs in an account other than the one it shows is refused
 * (docs/decisions/0029). Throws 'otp_expired' or 'link_invalid'.
 */
export async function redeemEmailLink({ tokenHash, type, email }: EmailToken): Promise<Redeemed> {
  const service = await client();
  const { data, error } = await service.verifyOtp({ token_hash: tokenHash, type });
  if (error) throw toAuthError(error, msg`This link is no longer valid. Please ask for a new one.`);
  if (!data.session) return 'half';
  if (data.session.user.email?.toLowerCase() !== email.toLowerCase()) {
    await service.signOut({ scope: 'local' });
    throw new AppError('link_invalid', i18n._(msg`This link is no longer valid. Please ask for a new one.`));
  }
  return claimConfirmed(email, type);
}

/** Does the same with the six digits, which the link's page also accepts. */
export async function redeemEmailCode(
  { email, type }: Pick<EmailToken, 'email' | 'type'>,
  code: string,
): Promise<Redeemed> {
  await enterCode(email, code, type);
  return claimConfirmed(email, type);
}

/**
 * 'half' means that a new address must be confirmed by emails to both addresses, and this was the first.
 * 'choose-password' means that the person signed up in another browser, so the password may be someone else's
 * (docs/decisions/0030).
 */
export type Redeemed = 'signed-in' | 'choose-password' | 'half';

async function claimConfirmed(email: string, type: EmailType): Promise<Redeemed> {
  const isOwned = await claimSession(email);
  return type === 'signup' && !isOwned ? 'choose-password' : 'signed-in';
}

/** Runs after signing in by email. Restores drafts, and tells the server that this is the owner. */
async function claimSession(email: string): Promise<boolean> {
  takeDrafts(email);
  return claimAccount();
}

/**
 * Confirms an address with the six digits and sets the password typed here, because someone else may have signed up
 * with the address before, with their own password. If the email's link was opened elsewhere, the digits are used
 * up. In that case we sign in with the password, which only a confirmed account accepts. 'choose-password' means
 * that the person is signed in and must choose a longer password.
 */
export async function confirmSignUp(
  input: { email: string; code: string; password: string },
  captchaToken: () => Promise<string | undefined>,
): Promise<'confirmed' | 'confirmed-before' | 'choose-password'> {
  try {
    await enterCode(input.email, input.code, 'email');
  } catch (error) {
    if (toAppError(error).code !== 'otp_expired') throw error;
    try {
      await signIn({ ...input, captchaToken: await captchaToken() });
    } catch {
      throw error;
    }
    return 'confirmed-before';
  }
  try {
    await keepPassword(input.password);
  } catch (error) {
    // It would replace the password of the person who signed up with this address before, and a later password is
    // longer than a first one.
    if (toAppError(error).code !== 'weak_password') throw error;
    return 'choose-password';
  }
  return 'confirmed';
}

/**
 * Lets an invited person without an account choose a password, and signs them in. The emailed code confirms the
 * address.
 */
export async function signUpInvited(
  input: { code: string; email: string; fullName: string; password: string } & Proof,
): Promise<void> {
  const { code, email, fullName, password } = input;
  await invokeFunction(
    'accept-invitation',
    { code, full_name: fullName, password, language: currentLanguage().code },
    { fallback: msg`Failed to create user account` },
  );
  await signIn({ ...input, email, password });
}

export interface ReturnLink {
  /** A PKCE code, which only the browser that asked for the email can use. */
  code: string | null;
  /** True if the address itself contains a session. */
  hasTokens: boolean;
}

/**
 * Finishes a link that has a code. An existing session stays. Otherwise the code is used if this browser asked for
 * it. A session in the address is ignored, because anyone could send a link with their own session and the person
 * would continue as them (docs/decisions/0029).
 */
export async function finishReturn(link: ReturnLink): Promise<Session> {
  const fallback = msg`This link is no longer valid. Please ask for a new one.`;
  const service = await client();
  const existing = (await service.getSession()).data.session;
  if (existing) return existing;
  if (!link.code || link.hasTokens) throw new AppError('link_invalid', i18n._(fallback));
  const { data, error } = await service.exchangeCodeForSession(link.code);
  if (error) throw toAuthError(error, fallback);
  await claimSession(data.session.user.email ?? '');
  return data.session;
}

/** What the holder of an invitation's code may know about it. */
export interface Invite {
  state: 'open' | 'expired' | 'withdrawn' | 'used';
  roles: Role[];
  territoryName: string | null;
  /** Set only for open invitations. */
  email: string | null;
  fullName: string | null;
  hasAccount: boolean;
}

const inviteAnswer = z.nullable(
  z.object({
    state: z.enum(['open', 'expired', 'withdrawn', 'used']),
    roles: z.array(z.enum(ROLES)),
    territory_name: z.nullable(z.string()),
    territory_names: z.nullable(namesShape),
    email: z.nullable(z.string()),
    full_name: z.nullable(z.string()),
    has_account: z.nullable(z.boolean()),
  }),
);

/** Returns the invitation, or null for an unknown code. */
export async function lookUpInvite(code: string): Promise<Invite | null> {
  const found = readAnswer(inviteAnswer, await run((db) => db.rpc('lookup_invite', { p_code: code })));
  return (
    found && {
      state: found.state,
      roles: found.roles,
      territoryName: nameIn(found.territory_name, found.territory_names),
      email: found.email,
      fullName: found.full_name,
      hasAccount: found.has_account ?? false,
    }
  );
}

const redeemAnswer = z.object({ granted: z.array(z.enum(ROLES)) });

/**
 * Accepts an invitation. It is bound to its email address and works once, which the database checks. Repeating the
 * call returns the same result.
 */
export async function redeemInvite(code: string): Promise<{ granted: Role[] }> {
  return readAnswer(redeemAnswer, await run((db) => db.rpc('redeem_invite', { p_code: code })));
}

/** A partner's active link. */
export interface FoundLink {
  id: string;
  /** The name of the business, or of the person. */
  partnerName: string;
}

function textIn(answer: Json, name: string): string | null {
  const value = typeof answer === 'object' && !Array.isArray(answer) ? answer?.[name] : null;
  return typeof value === 'string' ? value : null;
}

/** Returns the active link with this code, or null. Each call counts as a visit. */
export async function lookUpReferral(code: string): Promise<FoundLink | null> {
  const answer = await run((db) => db.rpc('lookup_referral_link', { p_code: code }));
  const id = textIn(answer, 'id');
  return id === null ? null : { id, partnerName: textIn(answer, 'partner_name') ?? '' };
}

/**
 * Binds the signed-in person to the partner's link. The first link wins, so repeating is harmless. Returns the id
 * of the bound link, or null.
 */
export async function registerReferral(code: string): Promise<string | null> {
  return textIn(await run((db) => db.rpc('register_referral', { p_code: code })), 'referral_link_id');
}

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

/** The auth client; its code may fail to load like any request. */
async function client() {
  return authClient().catch((error: unknown) => {
    throw toAppError(error);
  });
}

/** What the auth service asks for where a CAPTCHA is on; absent where it is off. */
interface Proof {
  captchaToken?: string | undefined;
}
const proofOf = ({ captchaToken }: Proof) => (captchaToken ? { captchaToken } : {});

export async function signIn(input: { email: string; password: string } & Proof): Promise<void> {
  const { email, password } = input;
  const { error } = await (await client()).signInWithPassword({ email, password, options: proofOf(input) });
  if (error) throw toAuthError(error, msg`An error occurred during sign in`);
}

/** Where the link of a letter leads back to: it may be opened in another browser, and is read in the language of this page. */
const returnTo = (query: Parameters<typeof withQuery>[1]) =>
  location.origin + withPrefix(withQuery(paths.callback, query), currentLanguage());
/** An invitation that is being taken up goes along. */
const confirmationTarget = () => returnTo({ invite: storedInvite() });

export async function signUp(input: { fullName: string; email: string; password: string } & Proof): Promise<void> {
  const service = await client();
  const code = storedReferral();
  const hash = await keepSignUpSecret(input.email);
  const { data, error } = await service.signUp({
    email: input.email,
    password: input.password,
    options: {
      // The code goes along, as the link of the confirmation may be opened in another browser; letters go out in the language.
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
  // With confirmation on, the service answers for a known address with a user that has no identities.
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

/** Ends the person's sessions on every device; here also when the server cannot be reached. */
export async function signOut(): Promise<void> {
  const service = await client();
  const { error } = await service.signOut({ scope: 'global' });
  if (!error) return;
  const failure = toAuthError(error, msg`An error occurred during sign out`);
  if (!isTransient(failure) && !['rate_limited', 'too_many_attempts'].includes(failure.code)) throw failure;
  // Without a stored session the client has nobody to ask for, and tells the other tabs.
  removeText('local', SESSION_KEY);
  await service.signOut({ scope: 'local' });
}

/** Ends the person's sessions in all other browsers; the one here stays. */
export async function endOtherSessions(): Promise<void> {
  const { error } = await (await client()).signOut({ scope: 'others' });
  if (error) throw toAuthError(error, msg`An error occurred during sign out`);
}

export async function requestPasswordReset(email: string, proof: Proof = {}): Promise<void> {
  const redirectTo = returnTo({ next: paths.passwordReset });
  const { error } = await (await client()).resetPasswordForEmail(email, { redirectTo, ...proofOf(proof) });
  if (error) throw toAuthError(error, msg`Failed to send reset email. Please try again.`);
}

/** A new password ends the person's other sessions. Chosen after a letter was read, it shows whose account it is. */
export async function updatePassword(password: string): Promise<void> {
  const { error } = await (await client()).updateUser({ password });
  if (error) throw toAuthError(error, msg`Failed to reset password. Please try again.`);
  await claimAccount();
}

/** The same where the person may type the password that the account has already. */
export async function keepPassword(password: string): Promise<void> {
  try {
    await updatePassword(password);
  } catch (error) {
    if (toAppError(error).code !== 'same_password') throw error;
    await claimAccount();
  }
}

/** The server takes note of what this session shows; where it cannot be asked, the next time will do. */
async function claimAccount(): Promise<boolean> {
  const secret = signUpSecret();
  const isOwned = await run((db) => db.rpc('claim_account', secret ? { p_sign_up_secret: secret } : {})).catch(
    () => false,
  );
  if (isOwned) forgetSignUpSecret();
  return isOwned;
}

/** The emails of the auth service, as `verifyOtp` names them. */
export const EMAIL_TYPES = ['signup', 'invite', 'magiclink', 'recovery', 'email_change'] as const;
export type EmailType = (typeof EMAIL_TYPES)[number];

/** Signs in with the six digits of an email; works in any browser, once. */
export async function enterCode(email: string, code: string, type: 'email' | EmailType): Promise<void> {
  const { error } = await (await client()).verifyOtp({ email, token: code, type });
  if (error) throw toAuthError(error, msg`This code is wrong or has expired. Only the most recent email works.`);
}

/** What the link of an email carries. */
export interface EmailToken {
  tokenHash: string;
  type: EmailType;
  /** The account that it signs in, as the page shows it. */
  email: string;
}

/**
 * Redeems the link of an email, when its button is pressed; works in any browser, once. Anyone can send a link of their own account: one
 * that signs in another account than it says is refused (docs/decisions/0029). Throws 'otp_expired', 'link_invalid'.
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

/** The same by the six digits, which the page of the link takes as well. */
export async function redeemEmailCode(
  { email, type }: Pick<EmailToken, 'email' | 'type'>,
  code: string,
): Promise<Redeemed> {
  await enterCode(email, code, type);
  return claimConfirmed(email, type);
}

/**
 * 'half': a new address is confirmed by the emails to both addresses, and this was the first one. 'choose-password': another browser
 * signed up, so the password may be another person's (docs/decisions/0030).
 */
export type Redeemed = 'signed-in' | 'choose-password' | 'half';

async function claimConfirmed(email: string, type: EmailType): Promise<Redeemed> {
  const isOwned = await claimSession(email);
  return type === 'signup' && !isOwned ? 'choose-password' : 'signed-in';
}

/** After an email signed in: what was typed before is there again, and the server knows whose account it is. */
async function claimSession(email: string): Promise<boolean> {
  takeDrafts(email);
  return claimAccount();
}

/**
 * Confirms an address with the six digits. The password that was typed here counts from then on: the address may have been signed up
 * before by somebody else, whose password it would keep. The letter's link does the same in any browser, and the digits are used up
 * with it: then the password, which only a confirmed account takes, signs in.
 */
export async function confirmSignUp(
  input: { email: string; code: string; password: string },
  captchaToken: () => Promise<string | undefined>,
): Promise<'confirmed' | 'confirmed-before'> {
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
  await keepPassword(input.password);
  return 'confirmed';
}

/** Who was invited and has no account chooses a password; the code of the letter confirms the address. Signs in. */
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
  /** What only the browser that asked for the e-mail can turn into a session. */
  code: string | null;
  /** Whether there is a session in the address itself. */
  hasTokens: boolean;
}

/**
 * Finishes a link with a code: an existing session stays; without one the code becomes one, if this browser asked for it. A session in
 * the address is never taken: anyone can send a link with their own, and the person who opens it would go on as them
 * (docs/decisions/0029).
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

/** What the holder of an invitation's code may know of it. */
export interface Invite {
  state: 'open' | 'expired' | 'withdrawn' | 'used';
  roles: Role[];
  territoryName: string | null;
  /** The three of an open one. */
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

/** Null for an unknown code. */
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

/** An invite is bound to its e-mail address and works once; the database checks both. Again for the same person: the same answer. */
export async function redeemInvite(code: string): Promise<{ granted: Role[] }> {
  return readAnswer(redeemAnswer, await run((db) => db.rpc('redeem_invite', { p_code: code })));
}

/** A partner's link that is active. */
export interface FoundLink {
  id: string;
  /** The business, or the person. */
  partnerName: string;
}

function textIn(answer: Json, name: string): string | null {
  const value = typeof answer === 'object' && !Array.isArray(answer) ? answer?.[name] : null;
  return typeof value === 'string' ? value : null;
}

/** The active link that has this code, or null. The partner sees it as a visit. */
export async function lookUpReferral(code: string): Promise<FoundLink | null> {
  const answer = await run((db) => db.rpc('lookup_referral_link', { p_code: code }));
  const id = textIn(answer, 'id');
  return id === null ? null : { id, partnerName: textIn(answer, 'partner_name') ?? '' };
}

/**
 * Ties the signed-in person to the partner's link; the first link wins, so asking again does no harm.
 * Gives the id of the link that they are registered to now, or null.
 */
export async function registerReferral(code: string): Promise<string | null> {
  return textIn(await run((db) => db.rpc('register_referral', { p_code: code })), 'referral_link_id');
}

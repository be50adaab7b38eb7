import { msg } from '@lingui/core/macro';
import { claimInvite } from '@/features/account/invites/invite';
import { forgetInvite, isInviteCode, storedInvite, storeInvite } from '@/features/account/invites/stored-invite';
import {
  EMAIL_TYPES,
  type EmailToken,
  finishReturn,
  lookUpInvite,
  type Redeemed,
  type ReturnLink,
} from '@/features/account/queries';
import { isTransient } from '@/lib/api/errors';
import { toAppError } from '@/lib/api/to-app-error';
import { i18n } from '@/lib/i18n/i18n';
import { withoutPrefix } from '@/lib/i18n/languages';
import { paths, safeNext } from '@/lib/routing/paths';
import { writeDraft } from '@/lib/storage/form-draft';
import { WORK } from '../../../../supabase/functions/_shared/link-targets.ts';
import { type ConfirmedState, storedReturnTo } from './return-to.ts';
import { ADDRESS_DRAFT, REGISTER_DRAFT } from './schema.ts';

export interface EmailLink extends ReturnLink {
  /** The token that the page's button uses, or null for other links. */
  token: EmailToken | null;
  /** The next page, or null if it is missing or on another site. */
  next: string | null;
  invite: string | null;
  /** The auth service's error from before it redirected here. */
  failure: string | null;
}

/** Returns where the email redirects to: this page with its query, or another page of ours. */
function targetOf(redirect: string | null): URLSearchParams {
  if (!redirect || !URL.canParse(redirect)) return new URLSearchParams();
  const { origin, pathname, search } = new URL(redirect);
  if (origin !== location.origin) return new URLSearchParams();
  const path = withoutPrefix(pathname);
  if (path === paths.callback) return new URLSearchParams(search);
  return new URLSearchParams(path === paths.home ? {} : { next: path + search });
}

function tokenOf(fragment: URLSearchParams): EmailToken | null {
  const [tokenHash, email] = [fragment.get('token_hash'), fragment.get('email')];
  const type = EMAIL_TYPES.find((name) => name === fragment.get('type'));
  return tokenHash && email && type ? { tokenHash, email, type } : null;
}

/**
 * Parses an emailed link. The token is in the fragment, a code in the query, session tokens (which we ignore) in
 * the fragment, and an error in either.
 */
export function parseEmailLink(search: string, hash: string): EmailLink {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const token = tokenOf(fragment);
  const query = token ? targetOf(fragment.get('redirect_to')) : new URLSearchParams(search);
  const either = (name: string) => fragment.get(name) ?? query.get(name);
  const next = safeNext(query.get('next'), '');
  // A person invited by the auth service has no password yet. The type tells us even if the redirect was lost.
  const choosesPassword = ['recovery', 'invite'].includes(either('type') ?? '');
  return {
    token,
    code: query.get('code'),
    hasTokens: fragment.has('access_token') || fragment.has('refresh_token'),
    next: next || (choosesPassword ? paths.passwordReset : null),
    invite: query.get('invite'),
    failure: either('error_description') ?? either('error'),
  };
}

/** The result of opening an emailed link. */
export type Arrival =
  | { kind: 'go'; to: string; failure?: string; notice?: string; state?: ConfirmedState }
  /** The page waits until its button is clicked. */
  | { kind: 'link'; link: EmailLink & { token: EmailToken } }
  /** The link is used, expired or invalid. If the address is known, the digits can be typed. */
  | { kind: 'no-link'; forPassword: boolean }
  /** One of the two emails that confirm a new address was used. */
  | { kind: 'half' }
  /** The person is signed in but hasn't proven to be the owner, so they get no role yet. */
  | { kind: 'unproven' }
  /** Someone other than the invited person is signed in. */
  | { kind: 'other-account'; code: string }
  /** The invitation couldn't be loaded, which can be retried. */
  | { kind: 'unreached'; message: string };

const textOf = (code: string): string => toAppError({ hint: code }).message;

/** The link of an invitation signs no one in, so without a session the invited account must sign in first. */
const isBare = (link: EmailLink): boolean => !link.hasTokens && !link.code && link.failure === null;

/**
 * Handles a link that needs no button: uses its code if this browser asked for it, and accepts the invitation.
 * Failures are reported. A link with a token waits for its button, because mail scanners open links too.
 */
export async function arrive(link: EmailLink): Promise<Arrival> {
  const { token } = link;
  if (token) return { kind: 'link', link: { ...link, token } };
  if (link.invite) storeInvite(link.invite);
  try {
    await finishReturn(link);
  } catch (error) {
    const failed = toAppError(error);
    const forPassword = link.next === paths.passwordReset;
    // This isn't one of our links, or the device is offline.
    const without: Arrival =
      isTransient(failed) || isBare(link)
        ? { kind: 'go', to: link.next ?? storedReturnTo(), failure: failed.message }
        : { kind: 'no-link', forPassword };
    const code = storedInvite();
    if (!code || link.next || isTransient(failed)) return without;
    // This is the invitation's own link or a used confirmation link, so the account exists and the invitation
    // continues. One that was stored earlier and has closed is ignored here.
    return openInvite(code, link.invite === null ? without : undefined);
  }
  return goOn(link);
}

/** Returns the page that follows after the link's button was clicked. */
export async function afterRedeeming(link: EmailLink, redeemed: Redeemed): Promise<Arrival> {
  if (redeemed === 'half') return { kind: 'half' };
  if (link.invite) storeInvite(link.invite);
  if (redeemed === 'choose-password') return { kind: 'go', to: paths.passwordReset, state: { confirmed: true } };
  return goOn(link);
}

function goOn(link: EmailLink): Promise<Arrival> | Arrival {
  const target = link.next ?? storedReturnTo();
  if (link.invite && !isInviteCode(link.invite)) return { kind: 'go', to: target, failure: textOf('invite_not_found') };
  return takeUp(link.next, target);
}

async function takeUp(next: string | null, target: string): Promise<Arrival> {
  const code = storedInvite();
  try {
    const role = (await claimInvite())?.granted[0];
    return { kind: 'go', to: next ?? (role && WORK[role]) ?? target };
  } catch (error) {
    const failed = toAppError(error);
    // A new password comes first, so the invitation stays stored.
    const waits = next !== null || !code;
    if (!waits && failed.code === 'invite_other_account') return { kind: 'other-account', code };
    if (!waits && failed.code === 'account_unproven') return { kind: 'unproven' };
    if (!waits && isTransient(failed)) return { kind: 'unreached', message: failed.message };
    return { kind: 'go', to: target, failure: failed.message };
  }
}

/**
 * Returns what a visitor sees: the prefilled form for an invited person, or why the invitation has ended. `closed`
 * is returned instead if the invitation wasn't asked for.
 */
export async function openInvite(code: string, closed?: Arrival): Promise<Arrival> {
  let invite: Awaited<ReturnType<typeof lookUpInvite>>;
  try {
    invite = await lookUpInvite(code);
  } catch (error) {
    return { kind: 'unreached', message: toAppError(error).message };
  }
  if (invite?.state !== 'open') {
    forgetInvite();
    if (closed) return closed;
    if (invite?.state === 'used') {
      const notice = i18n._(msg`This invitation has already been used. Log in to see your pages.`);
      return { kind: 'go', to: paths.login, notice };
    }
    return { kind: 'go', to: paths.home, failure: textOf(invite ? `invite_${invite.state}` : 'invite_not_found') };
  }
  const email = invite.email ?? '';
  writeDraft(ADDRESS_DRAFT, { values: { email } });
  writeDraft(REGISTER_DRAFT, { values: { fullName: invite.fullName ?? '', email } });
  return { kind: 'go', to: invite.hasAccount ? paths.login : paths.register };
}

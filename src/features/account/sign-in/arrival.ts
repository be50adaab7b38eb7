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
  /** What the button of the page redeems; null for a link without it. */
  token: EmailToken | null;
  /** Where to go afterwards; null if the link does not say, or says another site. */
  next: string | null;
  invite: string | null;
  /** What the auth service says went wrong before it sent us here. */
  failure: string | null;
}

/** Where the email was asked to lead: this page with its query, or another page of our own. */
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
 * Reads the link of an email: what its button redeems comes in the fragment, a code in the query, tokens (which nobody takes) in the
 * fragment, a failure in either.
 */
export function parseEmailLink(search: string, hash: string): EmailLink {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const token = tokenOf(fragment);
  const query = token ? targetOf(fragment.get('redirect_to')) : new URLSearchParams(search);
  const either = (name: string) => fragment.get(name) ?? query.get(name);
  const next = safeNext(query.get('next'), '');
  // An account that the auth service invited has no password yet; and a link that lost its target still says what it is for.
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

/** What becomes of somebody who comes by a link of an e-mail. */
export type Arrival =
  | { kind: 'go'; to: string; failure?: string; notice?: string; state?: ConfirmedState }
  /** The link waits for its button. */
  | { kind: 'link'; link: EmailLink & { token: EmailToken } }
  /** The link was used, is too old, or was never one; its email's digits may be typed where we know for whom. */
  | { kind: 'no-link'; forPassword: boolean }
  /** A new address is confirmed by one of its two emails. */
  | { kind: 'half' }
  /** Signed in, but nothing shows yet that the account is theirs: no role before that. */
  | { kind: 'unproven' }
  /** Signed in, but not as the person who was invited. */
  | { kind: 'other-account'; code: string }
  /** The invitation could not be asked for: worth another try. */
  | { kind: 'unreached'; message: string };

const textOf = (code: string): string => toAppError({ hint: code }).message;

/** An invitation's link signs nobody in: who has no session yet gets one first, with the account that was invited. */
const isBare = (link: EmailLink): boolean => !link.hasTokens && !link.code && link.failure === null;

/**
 * Where a link leads that waits for nobody: signs in with its code, if this browser asked for it, and takes the invitation up. A failure
 * is told. A link with a token waits for its button, as mail scanners open links too.
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
    // No link of ours at all, or nobody could be asked.
    const without: Arrival =
      isTransient(failed) || isBare(link)
        ? { kind: 'go', to: link.next ?? storedReturnTo(), failure: failed.message }
        : { kind: 'no-link', forPassword };
    const code = storedInvite();
    if (!code || link.next || isTransient(failed)) return without;
    // The invitation's own link, or that of a confirmation which is used up: the account is there, and the invitation goes on. One that
    // was kept from another day has nothing to say here once it is closed.
    return openInvite(code, link.invite === null ? without : undefined);
  }
  return goOn(link);
}

/** Where a link leads after its button was pressed. */
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
    // A new password goes before: the invitation stays stored.
    const waits = next !== null || !code;
    if (!waits && failed.code === 'invite_other_account') return { kind: 'other-account', code };
    if (!waits && failed.code === 'account_unproven') return { kind: 'unproven' };
    if (!waits && isTransient(failed)) return { kind: 'unreached', message: failed.message };
    return { kind: 'go', to: target, failure: failed.message };
  }
}

/**
 * For a visitor: to the form that the invited person needs, filled in; or why the invitation is none any more, `closed` where nobody asked
 * for it.
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

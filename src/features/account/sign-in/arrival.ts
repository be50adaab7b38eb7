import { msg } from '@lingui/core/macro';
import { claimInvite } from '@/features/account/invites/invite';
import { forgetInvite, isInviteCode, storedInvite, storeInvite } from '@/features/account/invites/stored-invite';
import { finishReturn, lookUpInvite, type ReturnLink } from '@/features/account/queries';
import { isTransient, toAppError } from '@/lib/api/errors';
import { i18n } from '@/lib/i18n/i18n';
import { paths, safeNext } from '@/lib/routing/paths';
import { writeDraft } from '@/lib/storage/form-draft';
import { WORK } from '../../../../supabase/functions/_shared/link-targets.ts';
import { storedReturnTo } from './return-to.ts';
import { ADDRESS_DRAFT, REGISTER_DRAFT } from './schema.ts';

interface EmailLink extends ReturnLink {
  /** Where to go afterwards; null if the link does not say, or says another site. */
  next: string | null;
  invite: string | null;
  /** What the auth service says went wrong before it sent us here. */
  failure: string | null;
}

/** Reads an e-mail link: a code comes in the query, tokens (which nobody takes) in the fragment, a failure in either. */
export function parseEmailLink(search: string, hash: string): EmailLink {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const either = (name: string) => fragment.get(name) ?? query.get(name);
  const next = safeNext(query.get('next'), '');
  // Recovery links of a server that drops the redirect's query still say what they are.
  const recovery = either('type') === 'recovery' ? paths.passwordReset : null;
  return {
    code: query.get('code'),
    hasTokens: fragment.has('access_token') || fragment.has('refresh_token'),
    next: next || recovery,
    invite: query.get('invite'),
    failure: either('error_description') ?? either('error'),
  };
}

/** What becomes of somebody who comes by a link of an e-mail. */
export type Arrival =
  | { kind: 'go'; to: string; failure?: string; notice?: string }
  /** The link did its work, but this browser did not ask for it and gets no session by it. */
  | { kind: 'other-browser'; forPassword: boolean }
  /** The link was used, is too old, or was never one. */
  | { kind: 'no-link'; forPassword: boolean }
  /** Signed in, but nothing shows yet that the account is theirs: no role before that. */
  | { kind: 'unproven' }
  /** Signed in, but not as the person who was invited. */
  | { kind: 'other-account'; code: string }
  /** The invitation could not be asked for: worth another try. */
  | { kind: 'unreached'; message: string };

const textOf = (code: string): string => toAppError({ hint: code }).message;

/** An invitation's link signs nobody in: who has no session yet gets one first, with the account that was invited. */
const isBare = (link: EmailLink): boolean => !link.hasTokens && !link.code && link.failure === null;

/** Signs in with the link, if this browser asked for it, and takes the invitation up. A failure is told. */
export async function arrive(link: EmailLink): Promise<Arrival> {
  if (link.invite) storeInvite(link.invite);
  const target = link.next ?? storedReturnTo();
  try {
    await finishReturn(link);
  } catch (error) {
    const failed = toAppError(error);
    const forPassword = link.next === paths.passwordReset;
    if (failed.code === 'other_browser') return { kind: 'other-browser', forPassword };
    // No link of ours at all, or nobody could be asked.
    const without: Arrival =
      isTransient(failed) || isBare(link)
        ? { kind: 'go', to: target, failure: failed.message }
        : { kind: 'no-link', forPassword };
    const code = storedInvite();
    if (!code || link.next || isTransient(failed)) return without;
    // The invitation's own link, or that of a confirmation which is used up: the account is there, and the invitation goes on. One that
    // was kept from another day has nothing to say here once it is closed.
    return openInvite(code, link.invite === null ? without : undefined);
  }
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

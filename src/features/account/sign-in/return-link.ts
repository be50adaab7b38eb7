import type { ReturnLink } from '@/features/account/queries';
import { paths, safeNext } from '@/lib/routing/paths';

export interface Return extends ReturnLink {
  /** Where to go afterwards; null if the link does not say, or says another site. */
  next: string | null;
  invite: string | null;
  /** What the auth service says went wrong before it sent us here. */
  failure: string | null;
}

/** Reads an e-mail link: tokens come in the fragment, a code in the query, a failure in either. */
export function parseReturn(search: string, hash: string): Return {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const either = (name: string) => fragment.get(name) ?? query.get(name);
  const next = safeNext(query.get('next'), '');
  // Recovery links of a server that drops the redirect's query still say what they are.
  const recovery = either('type') === 'recovery' ? paths.passwordReset : null;
  return {
    accessToken: fragment.get('access_token'),
    refreshToken: fragment.get('refresh_token'),
    code: query.get('code'),
    next: next || recovery,
    invite: query.get('invite'),
    failure: either('error_description') ?? either('error'),
  };
}

import { Trans, useLingui } from '@lingui/react/macro';
import { MessageCircle } from 'lucide-react';
import { roleInSentence } from '@/features/account/profile/role-labels';
import type { Role } from '@/features/account/profile/roles';
import { paths } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';

interface Props {
  email: string;
  invitedAs: Role;
  region: string | undefined;
}

/**
 * Shares a link to the page where the invited person accepts. It contains no code, because only an account with
 * that email address can use it.
 */
export function ShareInvite({ email, invitedAs, region }: Props) {
  const { t } = useLingui();
  const role = roleInSentence(invitedAs);
  const link = location.origin + paths.profile;
  const what = region
    ? t`You're invited to join ${region} as ${role}: ${link}`
    : t`You're invited to join as ${role}: ${link}`;
  const how = t`Sign in or sign up with ${email} to accept.`;
  return (
    <LinkButton
      size="sm"
      to={`https://wa.me/?text=${encodeURIComponent(`${what}\n${how}`)}`}
      target="_blank"
      rel="noreferrer"
      icon={<MessageCircle aria-hidden="true" />}
      aria-label={t`Share on WhatsApp: invitation to ${email}`}
    >
      <Trans>Share on WhatsApp</Trans>
    </LinkButton>
  );
}

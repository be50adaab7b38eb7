import { Trans, useLingui } from '@lingui/react/macro';
import { MessageCircle } from 'lucide-react';
import { paths } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import type { OpenInvite } from './queries';

/**
 * Another way than the mail, to the page on which the owner of the address accepts. It carries no code: only who logs in with that
 * address can use it.
 */
export function ShareInvite({ email }: Pick<OpenInvite, 'email'>) {
  const { t } = useLingui();
  const link = location.origin + paths.profile;
  const text = t`You are invited to work with us on Territorio. Log in or register with ${email}, and accept: ${link}`;
  return (
    <LinkButton
      size="sm"
      to={`https://wa.me/?text=${encodeURIComponent(text)}`}
      target="_blank"
      rel="noreferrer"
      icon={<MessageCircle aria-hidden="true" />}
      aria-label={t`Share by WhatsApp: the invitation to ${email}`}
    >
      <Trans>Share by WhatsApp</Trans>
    </LinkButton>
  );
}

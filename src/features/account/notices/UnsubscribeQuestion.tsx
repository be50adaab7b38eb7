import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Failure } from '@/features/account/profile/Failure';
import { prepareFunctions } from '@/lib/api/functions';
import { toAppError } from '@/lib/api/to-app-error';
import { paths } from '@/lib/routing/paths';
import { Button, LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { LinkNotValid } from '@/ui/feedback/LinkNotValid';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { STOPPABLE, unsubscribe, unsubscribedQuery } from './unsubscribe';

/** Asks before unsubscribing, because programs that scan emails open every link. */
export function UnsubscribeQuestion({ emails, token }: { emails: string; token: string }) {
  const { t, i18n } = useLingui();
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: unsubscribe });
  // If the state can't be read, the button is shown anyway, because unsubscribing twice is harmless.
  const before = useQuery(unsubscribedQuery({ emails, token }));
  useEffect(prepareFunctions, []);
  const label = STOPPABLE[emails];
  const which = label ? i18n._(label) : '';
  const isUnknown = error && toAppError(error).code === 'unsubscribe_link_invalid';
  if (isUnknown || before.data === null) return <NoLink />;
  if (isSuccess || before.data) return <Stopped which={which} />;
  if (before.isLoading) return <PageSpinner />;
  return (
    <Card className="p-5 sm:p-6">
      <h1 className="font-title mb-4 text-3xl">
        <Trans>Unsubscribe from these emails?</Trans>
      </h1>
      <p className="mb-2 font-semibold">{which}</p>
      <p className="mb-5 text-ink-2">
        <Trans>You'll still get emails about tickets, refunds and changes to your trips.</Trans>
      </p>
      {error && <Failure error={error} />}
      <Button variant="primary" busy={isPending} onClick={() => mutate({ emails, token })}>
        {isPending ? t`Unsubscribing…` : t`Unsubscribe from these emails`}
      </Button>
    </Card>
  );
}

function Stopped({ which }: { which: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card className="p-5 sm:p-6">
      <h1 ref={heading} tabIndex={-1} className="font-title mb-4 text-3xl">
        <Trans>You've unsubscribed from these emails</Trans>
      </h1>
      <p className="mb-2 font-semibold">{which}</p>
      <p className="mb-5 text-ink-2">
        <Trans>You can change this in your profile at any time.</Trans>
      </p>
      <LinkButton to={paths.profile}>
        <Trans>Open your profile</Trans>
      </LinkButton>
    </Card>
  );
}

export const NoLink = () => (
  <LinkNotValid to={paths.profile} label={<Trans>Open your profile</Trans>}>
    <Trans>You can also choose your emails in your profile.</Trans>
  </LinkNotValid>
);

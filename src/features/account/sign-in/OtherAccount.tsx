import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { UserRoundX } from 'lucide-react';
import { inviteQuery } from '@/features/account/invites/invite';
import { useSession } from '@/features/account/session/session';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/feedback/FailureAlert';

interface Props {
  code: string;
  /** Signs out and continues with the invitation. */
  onSwitch: () => Promise<void>;
  onStay: () => void;
}

/** Defined outside the component, because a new function on each render would move the focus each time. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus();

/** Shown if the signed-in account isn't the invited one, and asks which is meant. */
export function OtherAccount({ code, onSwitch, onStay }: Props) {
  const own = useSession().user?.email;
  const { data: invite } = useQuery(inviteQuery(code));
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: onSwitch });
  const invited = invite?.email;
  return (
    <div className="card w-full max-w-md p-6 text-left">
      <UserRoundX aria-hidden="true" className="size-8 text-accent-text" />
      <h1 className="font-title mt-4 text-3xl" tabIndex={-1} ref={takeFocus}>
        <Trans>This invitation is for another account</Trans>
      </h1>
      <p className="mt-3 text-ink-2 wrap-anywhere">
        {invited ? (
          <Trans>
            We sent the invitation to <strong className="font-semibold text-ink">{invited}</strong>.
          </Trans>
        ) : (
          <Trans>We sent the invitation to another email address.</Trans>
        )}{' '}
        {own && (
          <span>
            <Trans>
              You're signed in as <strong className="font-semibold text-ink">{own}</strong>.
            </Trans>
          </span>
        )}
      </p>
      <FailureAlert error={error} className="mt-4" />
      <div className="mt-6 grid gap-3">
        <Button variant="primary" size="lg" block busy={isPending || isSuccess} onClick={() => mutate()}>
          <Trans>Sign out and accept invitation</Trans>
        </Button>
        <Button variant="ghost" block onClick={onStay}>
          <Trans>Stay signed in</Trans>
        </Button>
      </div>
    </div>
  );
}

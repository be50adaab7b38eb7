import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { endOtherSessions } from '@/features/account/queries';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';

/** Ends the sessions in other browsers. `now` does it without asking, as after a new password. */
export function OtherSessions({ now = false }: { now?: boolean }) {
  const { mutate, mutateAsync, isPending, isSuccess, error } = useMutation({ mutationFn: endOtherSessions });
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (now) mutate();
  }, [now, mutate]);
  if (isSuccess) {
    return (
      <p role="status">
        <Trans>You've been signed out everywhere else.</Trans>
      </p>
    );
  }
  return (
    <div className="grid justify-items-start gap-3">
      {!asked && <FailureAlert error={error} />}
      <Button icon={<LogOut aria-hidden="true" />} busy={isPending} onClick={() => (now ? mutate() : setAsked(true))}>
        <Trans>Sign out everywhere else</Trans>
      </Button>
      <ConfirmDialog
        open={asked}
        onCancel={() => setAsked(false)}
        onConfirm={mutateAsync}
        title={<Trans>Sign out everywhere else?</Trans>}
        description={<Trans>We'll sign you out on all other browsers and phones. You'll stay signed in here.</Trans>}
        confirm={<Trans>Sign out everywhere else</Trans>}
      >
        <p>
          <Trans>
            Check-ins and sales that a phone hasn't sent yet stay on that phone. We'll send them when you log in there
            again.
          </Trans>
        </p>
      </ConfirmDialog>
    </div>
  );
}

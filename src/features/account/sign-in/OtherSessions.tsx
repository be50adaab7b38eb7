import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useEffect } from 'react';
import { endOtherSessions } from '@/features/account/queries';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';

/** Ends the person's sessions in other browsers. `now`: without being asked, as after a new password. */
export function OtherSessions({ now = false }: { now?: boolean }) {
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: endOtherSessions });
  useEffect(() => {
    if (now) mutate();
  }, [now, mutate]);
  if (isSuccess) {
    return (
      <p role="status">
        <Trans>You're logged out everywhere else.</Trans>
      </p>
    );
  }
  return (
    <div className="grid justify-items-start gap-3">
      {error && <Alert tone="danger">{error.message}</Alert>}
      <Button icon={<LogOut aria-hidden="true" />} busy={isPending} onClick={() => mutate()}>
        <Trans>Log out everywhere else</Trans>
      </Button>
    </div>
  );
}

import { Trans } from '@lingui/react/macro';
import { Alert } from '@/ui/feedback/Alert';
import { SignInLink } from '@/ui/feedback/SignInLink';

/** Shown in place of a composer when the session has ended. Its text is kept. */
export function SessionEnded({ className }: { className: string }) {
  return (
    <Alert tone="danger" className={className}>
      <p>
        <Trans>Your session has expired. Please log in again.</Trans>
      </p>
      <SignInLink to="#board" />
    </Alert>
  );
}

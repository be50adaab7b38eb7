import { Trans } from '@lingui/react/macro';
import { Hotel } from 'lucide-react';
import { Alert } from '@/ui/feedback/Alert';

/** What the banner of a partner's guest says. */
export function ReferralNotice({ className }: { className?: string }) {
  return (
    <Alert tone="accent" icon={<Hotel aria-hidden="true" />} className={className}>
      <Trans>
        You're browsing through a hotel partner referral. Any bookings you make will be associated with this referral
      </Trans>
    </Alert>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { paths } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { ErrorState } from '@/ui/feedback/states';

/** Shown for a booking that doesn't exist or belongs to someone else. */
export function BookingNotFound() {
  const { t } = useLingui();
  return (
    <ErrorState
      heading="h1"
      title={t`Booking not found`}
      actions={
        <LinkButton to={paths.bookings} variant="primary">
          <Trans>My Bookings</Trans>
        </LinkButton>
      }
    />
  );
}

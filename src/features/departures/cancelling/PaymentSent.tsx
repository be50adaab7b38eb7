import { Trans } from '@lingui/react/macro';
import { whenOf } from '@/features/booking/offers/labels';
import type { KeptSeats } from '@/features/booking/offers/offer';
import { formatMoment } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { Alert } from '@/ui/feedback/Alert';

/** The choice made by phone costs more: the guest pays by card on their own device. */
export function PaymentSent({ hold, zone }: { hold: KeptSeats; zone: string }) {
  const when = whenOf({ service_date: hold.serviceDate, start_time: hold.startTime });
  const money = formatMoney(hold.totalPrice, hold.currencySymbol);
  const until = formatMoment(hold.expiresAt, zone);
  const { title } = hold;
  return (
    <Alert tone="info">
      <strong className="block break-words">
        <Trans>
          Payment for {title}, {when}: {money}
        </Trans>
      </strong>
      <span>
        <Trans>
          We've emailed the guest the payment link, and it's also in My Bookings. We'll hold the seats until {until},
          local time, and make the change once the guest has paid.
        </Trans>
      </span>
    </Alert>
  );
}

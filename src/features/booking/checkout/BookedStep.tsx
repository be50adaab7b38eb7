import { Trans } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import { formatMoney } from '@/lib/format/money';
import { paths } from '@/lib/routing/paths';
import { Button, LinkButton } from '@/ui/Button';
import type { Hold } from './dto';
import { labelsOf } from './labels';
import type { Service } from './service';
import { HoldSummary, StepHeading } from './step-parts';

/** The ticket, torn off: what was booked and where to find it. */
export function BookedStep({ service, hold, onAgain }: { service: Service; hold: Hold; onAgain: () => void }) {
  const amount = formatMoney(hold.totalPrice, hold.currencySymbol);
  return (
    <div role="status" className="grid gap-4">
      <div className="flex items-center gap-3">
        <span className="grid size-12 flex-none place-items-center rounded-full bg-success-soft text-success-text">
          <CircleCheck aria-hidden="true" className="size-6" />
        </span>
        <div>
          <StepHeading>
            <Trans>Booking confirmed</Trans>
          </StepHeading>
          <p className="text-sm text-ink-2">
            {hold.paymentMethod === 'cash' ? (
              <Trans>Bring {amount} in cash on the day.</Trans>
            ) : (
              <Trans>{amount} paid. We e-mailed you the details.</Trans>
            )}
          </p>
        </div>
      </div>
      <div className="grid gap-2 border-t-2 border-dashed border-line pt-4">
        <p className="font-title text-2xl leading-tight">{service.title}</p>
        <HoldSummary hold={hold} />
        <p className="text-sm text-ink-2">{labelsOf(service.kind).ticket}</p>
      </div>
      <div className="grid gap-3">
        <LinkButton to={paths.bookings} variant="primary" size="lg" block>
          <Trans>View My Bookings</Trans>
        </LinkButton>
        <Button onClick={onAgain} block>
          <Trans>Book Again</Trans>
        </Button>
      </div>
    </div>
  );
}

import { Trans } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { StepHeading } from '@/features/booking/checkout/step-parts';
import { paths } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';

/** Shows the changed booking on the page where it was changed. */
export function ChangeDone({ heading, more, children }: { heading: ReactNode; more?: ReactNode; children: ReactNode }) {
  return (
    <>
      <StepHeading>
        <span>{heading}</span>
      </StepHeading>
      <p role="status" className="flex gap-3">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 flex-none text-success-text" />
        <span>{children}</span>
      </p>
      {more}
      <div>
        <LinkButton to={paths.bookings} variant="primary">
          <Trans>My Bookings</Trans>
        </LinkButton>
      </div>
    </>
  );
}

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatLongDate, formatTime } from '@/lib/format/dates';
import { Spinner } from '@/ui/feedback/Spinner';
import { Skeleton } from '@/ui/feedback/states';
import type { Hold } from './dto';

/** Gives the focus to the heading of a new step, so that keyboard and screen reader users notice the step. */
export function StepHeading({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    ref.current?.focus({ preventScroll: true });
    // scrollIntoView is missing in some test browsers.
    ref.current?.closest('section')?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  return (
    <h2 ref={ref} tabIndex={-1} className="text-xl font-bold outline-none">
      {children}
    </h2>
  );
}

type PayButtonProps = {
  blocked: boolean;
  busy?: boolean;
  icon: ReactNode;
  onPress: () => void;
  children: ReactNode;
};

/**
 * The pay button. A blocked button uses `aria-disabled` instead of `disabled`, so that a click can explain what is
 * missing or open the waiver.
 */
export function PayButton({ blocked, busy = false, icon, onPress, children }: PayButtonProps) {
  return (
    <button
      type="button"
      className="btn btn-primary btn-lg btn-block flex-wrap"
      aria-disabled={blocked || busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onPress}
    >
      {busy ? <Spinner /> : icon}
      <span className="contents">{children}</span>
    </button>
  );
}

/** Shows the held seats in two lines. */
export function HoldSummary({ hold }: { hold: Hold }) {
  const { t } = useLingui();
  const people = plural(hold.numPeople, { one: '# person', other: '# people' });
  const type = hold.bookingType === 'private' ? t`Private` : t`Shared`;
  return (
    <p className="nums text-[.9375rem]">
      <strong className="block font-semibold">
        <DepartureMoment
          date={formatLongDate(hold.serviceDate)}
          time={hold.startTime ? formatTime(hold.startTime) : null}
        />
      </strong>
      <span className="text-ink-2">
        {type}, {people}
      </span>
    </p>
  );
}

/** Shows "Tuesday, October 20, 2026 at 7:00 AM", or only the date if there is no time. */
export function DepartureMoment({ date, time }: { date: string; time: string | null }) {
  if (!time) return <span key="day">{date}</span>;
  return (
    <span key={`${date} ${time}`}>
      <Trans>
        {date} at {time}
      </Trans>
    </span>
  );
}

export function CardSkeleton() {
  return (
    <div className="grid gap-4" aria-hidden="true">
      <Skeleton className="h-12 rounded-md!" />
      <div className="grid grid-cols-2 gap-4">
        <Skeleton className="h-12 rounded-md!" />
        <Skeleton className="h-12 rounded-md!" />
      </div>
    </div>
  );
}

export function Waiting({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex items-center gap-3 py-2 font-medium">
      <Spinner className="flex-none" />
      <span>{children}</span>
    </p>
  );
}

/** Says that the connection was lost before a response arrived, so the payment may not have been sent. */
export const PaymentUnknown = () => (
  <Trans>
    We don't know yet whether your payment went through. Please stay on this page. You will not be charged twice.
  </Trans>
);

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Check, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatTime } from '@/lib/format/dates';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Fresh } from '@/ui/Fresh';
import type { Slot, SlotResponse } from './queries';
import { weekdays } from './weekdays';

function ResponseBadge({ response }: { response: string | null }) {
  if (response === 'accepted') {
    return (
      <Badge key="accepted" tone="success">
        <Check aria-hidden="true" />
        <Trans>Accepted</Trans>
      </Badge>
    );
  }
  if (response === 'declined') {
    return (
      <Badge key="declined">
        <X aria-hidden="true" />
        <Trans>Declined</Trans>
      </Badge>
    );
  }
  return (
    <Badge tone="line">
      <Trans>Not answered</Trans>
    </Badge>
  );
}

/** Shows the slot's guide and its bookings. */
function Lead({ slot }: { slot: Slot }) {
  const { t } = useLingui();
  const name = slot.leader_name;
  if (slot.leads) {
    const guests = plural(slot.guests, { one: '# guest', other: '# guests' });
    return (
      <span key="own">
        <Trans>You lead it</Trans>
        {slot.bookings > 0 && (
          <Fresh>{` · ${plural(slot.bookings, { one: '# booking', other: '# bookings' })}, ${guests}`}</Fresh>
        )}
      </span>
    );
  }
  if (!name)
    return (
      <span key="none">
        <Trans>No guide: the region takes care of it</Trans>
      </span>
    );
  return (
    <span>
      <Fresh>{slot.is_next ? t`${name} leads. You're next.` : t`${name} leads.`}</Fresh>
    </span>
  );
}

interface Props {
  slot: Slot;
  /** The answer that is being saved, or null. */
  busy: SlotResponse | null;
  onAccept: () => void;
  onDecline: () => void;
  /** Single dates, shown below the row. */
  children?: ReactNode;
}

export function SlotRow({ slot, busy, onAccept, onDecline, children }: Props) {
  const { t } = useLingui();
  const time = `${formatTime(slot.start_time)} – ${formatTime(slot.end_time)}`;
  const what = `${slot.title}, ${time}`;
  const answers = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  // The current answer isn't offered again. Its button disappears, so the focus moves to the other one.
  useEffect(() => {
    if (!pressed.current || busy !== null) return;
    pressed.current = false;
    if (document.activeElement === document.body) answers.current?.querySelector('button')?.focus();
  }, [busy]);
  /** Returns whether a button is saving, or waits for the other one. */
  const stateOf = (answer: SlotResponse, send: () => void) => ({
    className: 'flex-1',
    busy: busy === answer,
    disabled: busy !== null && busy !== answer,
    onClick: () => {
      pressed.current = true;
      send();
    },
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="nums font-semibold">{time}</span>
          <span className="text-sm text-ink-2">{weekdays(slot.days_of_week)}</span>
          <span role="status">
            <ResponseBadge response={slot.response} />
          </span>
        </p>
        <p className="mt-1 text-sm text-ink-2 [overflow-wrap:anywhere]">
          <Lead slot={slot} />
        </p>
      </div>
      <div ref={answers} className="flex w-full flex-wrap gap-2 sm:w-auto">
        {slot.response !== 'accepted' && (
          <Button {...stateOf('accepted', onAccept)} aria-label={t`Accept ${what}`} icon={<Check aria-hidden="true" />}>
            <span>
              <Trans>Accept</Trans>
            </span>
          </Button>
        )}
        {slot.response !== 'declined' && (
          <Button {...stateOf('declined', onDecline)} aria-label={t`Decline ${what}`} icon={<X aria-hidden="true" />}>
            <span>
              <Trans>Decline</Trans>
            </span>
          </Button>
        )}
      </div>
      {children}
    </li>
  );
}

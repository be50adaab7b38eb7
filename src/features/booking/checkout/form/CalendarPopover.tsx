import { useLingui } from '@lingui/react/macro';
import { Popover } from 'radix-ui';
import { type RefObject, useRef, useState } from 'react';
import type { Service } from '@/features/booking/checkout/service';
import { Calendar } from './Calendar';
import { useDepartures } from './departures';

interface Props {
  service: Service;
  /** The button that opens it: it is placed there, and the focus returns there. */
  anchor: RefObject<HTMLButtonElement | null>;
  value: string;
  onPick: (date: string) => void;
  onClose: () => void;
}

/** The calendar over the form. */
export default function CalendarPopover({ service, anchor, value, onPick, onClose }: Props) {
  const { t } = useLingui();
  const [month, setMonth] = useState(value.slice(0, 7));
  const { isOpen, isFull, query } = useDepartures(service, month);
  // A tap elsewhere keeps the focus there.
  const left = useRef(false);
  return (
    <Popover.Root open onOpenChange={onClose}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label={t`Choose a date`}
          className="menu z-50 animate-rise p-3!"
          onInteractOutside={(event) => {
            // The button itself closes it.
            if (anchor.current?.contains(event.target as Node)) event.preventDefault();
            else left.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!left.current) anchor.current?.focus();
          }}
        >
          <Calendar
            value={value}
            timeZone={service.timeZone}
            month={month}
            isOpen={isOpen}
            isFull={isFull}
            onMonth={setMonth}
            onPick={onPick}
          />
          {query.error && <p className="err mt-2 max-w-80">{query.error.message}</p>}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

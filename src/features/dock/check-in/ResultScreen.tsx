import { Trans } from '@lingui/react/macro';
import { Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { guestName } from '@/features/booking/guest-name';
import { partyText } from '@/features/booking/tickets/party-text';
import { cx } from '@/ui/cx';
import { Avatar } from '@/ui/media/Avatar';
import { type Onward, OnwardButtons } from './onward';
import type { CheckInBooking } from './queries';
import { signal } from './scan/signal';

type ResultTone = 'success' | 'grey' | 'danger' | 'night' | 'warn';

/** All texts have a contrast of at least 7:1 so that they can be read in bright light (contrast.test.tsx). */
const TONES: Record<ResultTone, string> = {
  success: 'bg-selva-700 text-white',
  grey: 'bg-cal-700 text-white',
  danger: 'bg-achiote-700 text-white',
  night: 'bg-anil-900 text-white',
  warn: 'bg-ocre-400 text-anil-950',
};

type Props = {
  tone: ResultTone;
  icon: ReactNode;
  title: ReactNode;
  children: ReactNode;
  booking?: CheckInBooking | undefined;
  action?: ReactNode;
  /** Undoes the action. The button is below the passenger. */
  onUndo?: (() => void) | undefined;
  /** Undefined outside the scanner. */
  onward?: Onward | undefined;
  /** True while loading, which is announced politely. Results interrupt the screen reader. */
  polite?: boolean;
  silent?: boolean;
};

/** Shows a full-screen result whose colour, icon and words all say the same. */
export function ResultScreen(props: Props) {
  const { tone, icon, title, children, booking, action, onUndo, onward, polite = false, silent = polite } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (!silent) signal(tone === 'success');
  }, [silent, tone]);
  const name = booking && guestName(booking);
  const people = booking && partyText(booking);
  const light = tone !== 'warn';
  return (
    <div
      role={polite ? 'status' : 'alert'}
      className={cx(
        'flex min-h-dvh flex-1 flex-col items-center justify-center px-6 py-9 text-center *:max-w-full',
        TONES[tone],
      )}
    >
      <span
        className={cx(
          'grid size-24 place-items-center rounded-full ring-8 [&>svg]:size-12',
          light ? 'bg-anil-950/25 ring-anil-950/15' : 'bg-white/25 ring-white/15',
        )}
      >
        {icon}
      </span>
      <h1 ref={heading} tabIndex={-1} className="mt-6 text-3xl leading-tight font-bold text-balance outline-none">
        {title}
      </h1>
      <p className="mt-2 max-w-80 text-lg leading-snug">{children}</p>
      {name && (
        <p
          className={cx(
            'mt-6 flex flex-wrap items-center justify-center gap-x-3 rounded-3xl py-1.5 pr-5 pl-1.5 font-semibold',
            light ? 'bg-anil-950/25' : 'bg-white/25',
          )}
        >
          <Avatar name={name} src={booking?.tourist?.avatar_url} size={40} />
          {name}, {people}
        </p>
      )}
      {(action || onUndo || onward) && (
        <div className="mt-7 grid grid-cols-1 gap-3">
          {action}
          {onward && <OnwardButtons onward={onward} />}
          {onUndo && (
            <button
              type="button"
              className="btn min-h-14 border-2! border-current! bg-transparent! text-current!"
              onClick={onUndo}
            >
              <Undo2 aria-hidden="true" />
              <span>
                <Trans>Undo</Trans>
              </span>
            </button>
          )}
        </div>
      )}
    </div>
  );
}

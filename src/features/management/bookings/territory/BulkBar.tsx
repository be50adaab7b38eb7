import { plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { Ban, CalendarClock, Check, Download, MessageCircle, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { isVoid } from '@/features/booking/tickets/transitions';
import type { TerritoryBooking } from '@/features/management/bookings/queries';
import { Spinner } from '@/ui/feedback/Spinner';
import type { Bulk } from './use-bulk';

interface Props {
  ticked: readonly TerritoryBooking[];
  running: Bulk['running'];
  onConfirm: () => void;
  onMessage: () => void;
  onMove: () => void;
  onCancel: () => void;
  onExport: () => void;
  onClear: () => void;
}

/** Shows the actions for the selected bookings, fixed at the bottom of the window. */
export function BulkBar({ ticked, running, onConfirm, onMessage, onMove, onCancel, onExport, onClear }: Props) {
  const { t } = useLingui();
  const people = ticked.reduce((sum, row) => sum + (isVoid(row.status) ? 0 : row.num_people), 0);
  const busy = running !== null;
  return (
    <section aria-label={t`Selected bookings`} className="bulk-bar">
      <p className="nums" aria-live="polite">
        <b>{plural(ticked.length, { one: '# selected', other: '# selected' })}</b>{' '}
        <span>
          <Plural value={people} one="# person" other="# people" />
        </span>
      </p>
      <div className="flex flex-wrap max-sm:w-full max-sm:justify-between">
        <Act icon={<Check aria-hidden="true" />} busy={running?.action === 'confirm'} off={busy} onPress={onConfirm}>
          {t`Confirm`}
        </Act>
        <Act icon={<MessageCircle aria-hidden="true" />} off={busy} onPress={onMessage}>
          {t`Message`}
        </Act>
        <Act
          icon={<CalendarClock aria-hidden="true" />}
          label={t`Move bookings`}
          busy={running?.action === 'move'}
          off={busy}
          onPress={onMove}
        >
          {t({ message: 'Move', context: 'bookings' })}
        </Act>
        <Act
          icon={<Ban aria-hidden="true" />}
          label={t`Cancel bookings`}
          busy={running?.action === 'cancel'}
          off={busy}
          onPress={onCancel}
        >
          {t({ message: 'Cancel', context: 'bookings' })}
        </Act>
        <Act icon={<Download aria-hidden="true" />} off={busy} onPress={onExport}>
          {t`Export`}
        </Act>
      </div>
      {running ? (
        <span className="nums px-3" role="status">
          {t`${running.done} of ${running.of}`}
        </span>
      ) : (
        <button
          type="button"
          aria-label={t`Clear selection`}
          onClick={onClear}
          className="max-sm:absolute max-sm:end-1.5 max-sm:top-1.5"
        >
          <X aria-hidden="true" />
        </button>
      )}
    </section>
  );
}

interface ActProps {
  icon: ReactNode;
  /** The accessible name, if the visible text is shorter. */
  label?: string;
  busy?: boolean;
  off: boolean;
  onPress: () => void;
  children: string;
}

/** The button stays enabled during another action, because disabling it would lose the keyboard focus. */
function Act({ icon, label, busy = false, off, onPress, children }: ActProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-busy={busy || undefined}
      aria-disabled={off || undefined}
      onClick={() => !off && onPress()}
    >
      {busy ? <Spinner /> : icon}
      <span>{children}</span>
    </button>
  );
}

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { calendarDate, formatHour, formatMoment } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { guestOf, REASONS, SETTLED_LABELS } from './labels';
import type { Conflict } from './queries';

/**
 * Shows a report that needs a decision in two lines that open its dialog. A settled one shows how, by whom and
 * when.
 */
export function ConflictRow({ conflict, onOpen }: { conflict: Conflict; onOpen: () => void }) {
  const { i18n } = useLingui();
  const words = REASONS[conflict.reason];
  const cash = conflict.amount === null ? null : formatMoney(conflict.amount, conflict.currency_symbol);
  const { reported_at: at, time_zone: zone } = conflict;
  // The departure's day is already shown above.
  const sameDay = calendarDate(zone, 0, new Date(at)) === conflict.service_date;
  const about = [
    conflict.action === 'sold'
      ? plural(conflict.num_people, { one: '# person', other: '# people' })
      : guestOf(conflict),
    sameDay ? formatHour(at, zone) : formatMoment(at, zone),
    conflict.reported_by,
  ];
  const settled = conflict.decision ? SETTLED_LABELS[conflict.decision] : undefined;
  const decided = [formatMoment(conflict.resolved_at, zone), conflict.resolved_by].filter(Boolean).join(', ');
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        aria-haspopup="dialog"
        className="flex min-h-18 w-full items-center gap-3 px-[min(.75rem,3.75vw)] py-2 text-left hover:bg-surface-2 sm:px-4"
        onClick={onOpen}
      >
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
          <span className="min-w-0 flex-1 basis-[min(11rem,100%)] [overflow-wrap:anywhere]">
            <span className="block font-bold">{words ? i18n._(words.what) : conflict.reason}</span>
            <span className="block text-sm text-ink-2">{about.filter(Boolean).join(', ')}</span>
            {settled && (
              <span className="block text-sm">
                <strong>{i18n._(settled)}</strong> <span className="text-ink-2">{decided}</span>
              </span>
            )}
          </span>
          {cash && <strong className="nums flex-none text-warn-text">{cash}</strong>}
        </span>
        <ChevronRight aria-hidden="true" className="size-5 flex-none text-ink-2" />
      </button>
    </li>
  );
}

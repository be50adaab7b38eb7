import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { formatShortDate } from '@/lib/format/dates';
import { paths } from '@/lib/routing/paths';
import { lazyPart } from '@/ui/loading/lazy-part';
import type { TicketRow } from './pages';
import { QrCode } from './QrCode';
import { isUsed } from './transitions';

const QrDialog = lazyPart(() => import('./QrDialog'));

/** What the QR code says: the address at which staff check this booking in. */
export const checkInAddress = (bookingId: string, code: string, origin = location.origin): string =>
  origin + paths.checkIn(bookingId, code);

function UsedNote({ row }: { row: TicketRow }) {
  const on = formatShortDate((row.checked_in_at ?? row.booking_date).slice(0, 10));
  if (row.status === 'refunded') return <Trans>Refunded</Trans>;
  if (row.status === 'cancelled') return <Trans>Cancelled</Trans>;
  if (row.check_in_status === 'no_show') return <Trans>No Show</Trans>;
  return <Trans>Used on {on}</Trans>;
}

/** The code in groups of eight, each with its place, so that it can be read out. */
export const groupCode = (code: string): { at: number; text: string }[] =>
  [...code.matchAll(/.{1,8}/g)].map((match) => ({ at: match.index, text: match[0] }));

/** The torn-off part: the QR code, and the same code as text for the booker. A used ticket keeps it, pale. */
export function TicketStub({ row, title }: { row: TicketRow; title: string }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const used = isUsed(row.status, row.check_in_status);
  const { code } = row;
  const value = code ? checkInAddress(row.id, code) : '';
  const qr = <QrCode value={value} size={144} marginSize={1} className="block h-auto w-36" />;
  return (
    <div className="flex flex-col items-center justify-center border-t-2 border-dashed border-line p-5 max-md:h-80 md:border-t-0 md:border-l-2">
      {code && used && <div className="opacity-35">{qr}</div>}
      {code && !used && (
        <>
          <button
            type="button"
            className="rounded-md bg-white p-2 ring-1 ring-line"
            aria-label={t`Enlarge QR code of ${title}`}
            onClick={() => setOpen(true)}
          >
            {qr}
          </button>
          <p className="mt-2.5 grid grid-cols-2 gap-x-3 text-center font-mono text-xs font-semibold tracking-[.08em] select-all">
            {groupCode(code).map((part) => (
              <span key={part.at}>{part.text}</span>
            ))}
          </p>
        </>
      )}
      <p className="mt-2 text-center text-sm text-ink-2">
        {used ? (
          <span key="used">
            <UsedNote row={row} />
          </span>
        ) : (
          <span>{code ? <Trans>Show this code to check in</Trans> : <Trans>No code yet</Trans>}</span>
        )}
      </p>
      {open && <QrDialog value={value} title={title} onClose={() => setOpen(false)} />}
    </div>
  );
}

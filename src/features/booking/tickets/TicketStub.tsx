import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lazyPart } from '@/ui/loading/lazy-part';
import { isTicketUsed } from './arrived';
import { shortCode } from './code';
import type { TicketRow } from './pages';
import { QrCode } from './QrCode';
import { ticketQr } from './signed';
import { UsedNote } from './UsedNote';

export const TicketScreen = lazyPart(() => import('./TicketScreen'));

/** Shows the QR code with the start of the code as text. A used ticket shows it faded. */
export function TicketStub({ row, title }: { row: TicketRow; title: string }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const used = isTicketUsed(row);
  const { code } = row;
  const value = code ? ticketQr(row, code) : '';
  const qr = <QrCode value={value} size={144} marginSize={1} className="block h-auto w-36 max-w-full" />;
  return (
    <div className="flex flex-col items-center justify-center border-t-2 border-dashed border-line p-5 max-md:h-80 md:border-t-0 md:border-l-2">
      {code && used && <div className="opacity-35">{qr}</div>}
      {code && !used && (
        <>
          <button
            type="button"
            className="max-w-full rounded-md bg-white p-2 ring-1 ring-line"
            aria-label={t`Enlarge QR code of ${title}`}
            onClick={() => setOpen(true)}
          >
            {qr}
          </button>
          <p className="mt-2.5 font-mono text-lg font-bold tracking-[.08em] select-all">{shortCode(code)}</p>
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
      {open && code && <TicketScreen row={row} code={code} title={title} onClose={() => setOpen(false)} />}
    </div>
  );
}

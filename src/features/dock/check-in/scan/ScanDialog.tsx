import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { salesIn, useWaiting } from '@/features/dock/offline/queue';
import type { QueuedSale } from '@/features/dock/offline/sale';
import type { ListedTicket } from '@/features/dock/offline/tickets';
import { readText, removeText, writeText } from '@/lib/storage/storage';
import { Alert } from '@/ui/feedback/Alert';
import { Checkbox } from '@/ui/form/controls';
import { Dialog } from '@/ui/overlay/Dialog';
import { FullScreen } from '@/ui/overlay/FullScreen';
import { CheckInScreen } from '../CheckInScreen';
import { type CheckInBooking, findCheckIn } from '../queries';
import { Finder } from './Finder';
import { LastArrival } from './LastArrival';
import { ListedCheckIn } from './ListedCheckIn';
import { SoldHere } from './SoldHere';
import { saleOfNumber } from './search';
import { isMuted, setMuted } from './signal';
import { TicketForm } from './TicketForm';
import { type Read, type ReadTicket, readTicket } from './ticket';
import type { Facing } from './use-camera';
import { useKeyScanner } from './use-key-scanner';

const AT_ONCE = 'territorio-scan-at-once';

/**
 * Finds a ticket by camera, handheld scanner, the code below the QR code, or name. The dialog stays open for the
 * next passenger.
 */
export default function ScanDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [camera, setCamera] = useState<{ round: number; facing: Facing }>({ round: 0, facing: 'environment' });
  const [ticket, setTicket] = useState<ReadTicket | null>(null);
  const [listed, setListed] = useState<{ ticket: ListedTicket; readAt: number } | null>(null);
  const [done, setDone] = useState<CheckInBooking | null>(null);
  const [sold, setSold] = useState<QueuedSale | null>(null);
  const waiting = salesIn(useWaiting());
  const [atOnce, setAtOnce] = useState(() => readText('local', AT_ONCE) !== null);
  const find = useMutation({ mutationFn: findCheckIn, onSuccess: (id, code) => open({ id, code, statement: null }) });
  const open = (next: ReadTicket) => {
    setDone(null);
    setSold(null);
    setListed(null);
    setTicket(next);
  };
  /** Rejects if the ticket wasn't found. `find` has the reason. */
  const follow = async (read: Read) => {
    const here = read.is === 'code' ? saleOfNumber(waiting, read.code) : undefined;
    setSold(here ?? null);
    if (here) return;
    if (read.is === 'ticket') open(read);
    if (read.is === 'code' && !find.isPending) await find.mutateAsync(read.code);
  };
  const onRead = (read: Read) => void follow(read).catch(() => undefined);
  useKeyScanner((text) => onRead(readTicket(text)));
  const close = () => {
    onClose();
    // The lists behind the dialog may have no live updates.
    void client.invalidateQueries();
  };
  const next = () => {
    setTicket(null);
    setListed(null);
  };
  const onward = { next, close, atOnce };
  return (
    <>
      <Dialog
        kind={innerWidth < 640 ? 'sheet' : 'center'}
        open
        onOpenChange={(next) => !next && close()}
        title={<Trans>Scan a ticket</Trans>}
      >
        <div className="grid gap-5">
          {sold && (
            <Alert tone="info">
              <SoldHere queued={sold} />
            </Alert>
          )}
          {done && <LastArrival booking={done} onTakenBack={() => setDone(null)} />}
          <Finder
            key={`${camera.round} ${camera.facing}`}
            facing={camera.facing}
            paused={ticket !== null || listed !== null}
            onRead={onRead}
            onAgain={(facing) => setCamera({ round: camera.round + 1, facing })}
          />
          <Settings
            atOnce={atOnce}
            onAtOnce={(on) => {
              setAtOnce(on);
              if (on) writeText('local', AT_ONCE, 'yes');
              else removeText('local', AT_ONCE);
            }}
          />
          <TicketForm
            onRead={follow}
            onChoose={(ticket, readAt) => {
              setDone(null);
              setListed({ ticket, readAt });
            }}
            busy={find.isPending}
            failure={find.error}
          />
        </div>
      </Dialog>
      {(ticket || listed) && (
        <FullScreen title={<Trans>Ticket</Trans>} onClose={next}>
          {ticket && (
            <CheckInScreen
              key={ticket.id + ticket.code}
              bookingId={ticket.id}
              code={ticket.code}
              statement={ticket.statement}
              onward={onward}
              onDone={setDone}
            />
          )}
          {listed && <ListedCheckIn {...listed} onward={onward} onDone={setDone} />}
        </FullScreen>
      )}
    </>
  );
}

/** Edits the settings for check-in, which are kept on this device. */
function Settings({ atOnce, onAtOnce }: { atOnce: boolean; onAtOnce: (on: boolean) => void }) {
  const { t } = useLingui();
  const [muted, setMutedHere] = useState(isMuted);
  return (
    <fieldset className="flex flex-wrap gap-x-6">
      <legend className="sr-only">{t`While scanning`}</legend>
      <Checkbox
        label={t`Check in valid tickets automatically`}
        checked={atOnce}
        onChange={({ target }) => onAtOnce(target.checked)}
      />
      <Checkbox
        label={t`Sound`}
        checked={!muted}
        onChange={({ target }) => {
          setMuted(!target.checked);
          setMutedHere(!target.checked);
        }}
      />
    </fieldset>
  );
}

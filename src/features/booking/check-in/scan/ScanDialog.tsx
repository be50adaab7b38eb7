import { plural, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import { z } from 'zod/mini';
import { CheckInScreen } from '@/features/booking/check-in/CheckInScreen';
import { pressAtDock } from '@/features/booking/check-in/offline/press';
import { type CheckInBooking, findCheckIn } from '@/features/booking/check-in/queries';
import { checkInLabel } from '@/features/booking/tickets/labels';
import { toAppError } from '@/lib/api/errors';
import { withCause } from '@/lib/format/sentence';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { Dialog } from '@/ui/overlay/Dialog';
import { FullScreen } from '@/ui/overlay/FullScreen';
import { CameraControls } from './CameraControls';
import { type Read, type ReadTicket, readTicket } from './ticket';
import { type CameraState, useCamera } from './use-camera';

/** From a passenger's phone or paper to the check-in, by the camera or by the code under the QR code; and on to the next passenger. */
export default function ScanDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [round, setRound] = useState(0);
  const [ticket, setTicket] = useState<ReadTicket | null>(null);
  const [done, setDone] = useState<CheckInBooking | null>(null);
  const find = useMutation({ mutationFn: findCheckIn, onSuccess: (id, code) => open({ id, code, statement: null }) });
  const open = (next: ReadTicket) => {
    setDone(null);
    setTicket(next);
  };
  /** Rejects when the ticket was not found; `find` says why. */
  const follow = async (read: Read) => {
    if (read.is === 'ticket') open(read);
    if (read.is === 'code' && !find.isPending) await find.mutateAsync(read.code);
  };
  const close = () => {
    onClose();
    // The lists below may have nobody who tells them.
    void client.invalidateQueries();
  };
  return (
    <>
      <Dialog
        kind={innerWidth < 640 ? 'sheet' : 'center'}
        open
        onOpenChange={(next) => !next && close()}
        title={<Trans>Scan a ticket</Trans>}
      >
        <div className="grid gap-5">
          {done && <LastOne booking={done} onTakenBack={() => setDone(null)} />}
          <Finder
            key={round}
            paused={ticket !== null}
            onRead={(read) => void follow(read).catch(() => undefined)}
            onAgain={() => setRound(round + 1)}
          />
          <CodeForm onRead={follow} busy={find.isPending} failure={find.error} />
        </div>
      </Dialog>
      {ticket && (
        <FullScreen title={<Trans>Ticket</Trans>} onClose={() => setTicket(null)}>
          <CheckInScreen
            key={ticket.id + ticket.code}
            bookingId={ticket.id}
            code={ticket.code}
            statement={ticket.statement}
            onward={{ next: () => setTicket(null), close }}
            onDone={setDone}
          />
        </FullScreen>
      )}
    </>
  );
}

/** Who was checked in just now: a mistake is noticed while the next one steps up. */
function LastOne({ booking, onTakenBack }: { booking: CheckInBooking; onTakenBack: () => void }) {
  const undo = useMutation({
    mutationFn: () => pressAtDock({ kind: booking.kind, bookingId: booking.booking_id }, { action: 'undo' }),
    onSuccess: onTakenBack,
  });
  const people = plural(booking.num_people, { one: '# person', other: '# people' });
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-success-soft p-3 text-success-text"
    >
      <p className="min-w-0 font-semibold [overflow-wrap:anywhere]">
        {undo.error
          ? withCause(undo.error.message, toAppError(undo.error).detail)
          : `${checkInLabel(booking.check_in_status)}: ${booking.tourist?.full_name ?? ''}, ${people}`}
      </p>
      {booking.undo_until && (
        <Button busy={undo.isPending} icon={<Undo2 aria-hidden="true" />} onClick={() => undo.mutate()}>
          <span>
            <Trans>Undo</Trans>
          </span>
        </Button>
      )}
    </div>
  );
}

/** So long a code has to be out of sight until it counts as shown again. */
const GONE_MS = 2000;
/** So long nothing is read until it is said what helps. */
const HINT_MS = 3000;

interface FinderProps {
  /** A ticket lies over it: what the camera sees is not looked at. */
  paused: boolean;
  onRead: (read: Read) => void;
  onAgain: () => void;
}

/** The camera's picture. What it read and does not open is said below it. */
function Finder({ paused, onRead, onAgain }: FinderProps) {
  const video = useRef<HTMLVideoElement>(null);
  const last = useRef({ text: '', at: 0 });
  const [odd, setOdd] = useState<Read | null>(null);
  const look = (text: string) => {
    const now = Date.now();
    // The same code stays in front of the camera for many looks.
    const same = text === last.current.text && now - last.current.at < GONE_MS;
    last.current = { text, at: now };
    if (same || paused) return;
    const read = readTicket(text);
    const ours = isTicket(read);
    if (ours) navigator.vibrate?.(80);
    setOdd(ours ? null : read);
    onRead(read);
  };
  const { state, track } = useCamera(video, look, onAgain);
  const [hint, setHint] = useState(false);
  const waiting = state === 'on' && !paused && !odd;
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setHint(true), HINT_MS);
    return () => {
      clearTimeout(timer);
      setHint(false);
    };
  }, [waiting]);
  const seen = state === 'on' || state === 'starting';
  return (
    <>
      {seen && (
        <p className="-mt-2 text-ink-2">
          <Trans>Hold the guest's QR code in front of the camera.</Trans>
        </p>
      )}
      <div
        hidden={!seen}
        className="relative mx-auto aspect-[4/3] w-full overflow-hidden rounded-lg bg-night sm:max-w-96"
      >
        <video ref={video} muted playsInline className="size-full object-cover" />
        <span
          aria-hidden="true"
          className="absolute inset-[12%] rounded-lg border-2 border-white/80 ring-1 ring-anil-950/40"
        />
        {state === 'starting' && (
          <p role="status" className="absolute inset-0 grid place-items-center p-4 text-on-night">
            <Trans>Starting the camera...</Trans>
          </p>
        )}
        <p role="status" className="absolute inset-x-0 bottom-2 text-center empty:hidden">
          {hint && (
            <span className="rounded-full bg-night px-4 py-2 font-semibold text-on-night">
              <Trans>Hold it closer and straighter</Trans>
            </span>
          )}
        </p>
      </div>
      {state === 'on' && track && <CameraControls track={track} />}
      {!seen && <NoCamera state={state} onRetry={onAgain} />}
      {odd && <Odd read={odd} />}
    </>
  );
}

function Odd({ read }: { read: Read }) {
  return (
    <Alert tone="danger">
      {read.is === 'foreign' ? (
        <Trans>This QR code leads to {read.host}, not to a ticket. It was not opened.</Trans>
      ) : (
        <Trans>This QR code is not a ticket. Ask the guest to open My Bookings.</Trans>
      )}
    </Alert>
  );
}

function NoCamera({ state, onRetry }: { state: CameraState; onRetry: () => void }) {
  return (
    <Alert
      tone="warn"
      action={
        (state === 'refused' || state === 'busy') && (
          <Button size="sm" variant="ghost" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )
      }
    >
      {state === 'refused' && (
        <span>
          <Trans>The camera is blocked for this page. Allow it in your browser's settings, or type the code.</Trans>
        </span>
      )}
      {state === 'none' && (
        <span>
          <Trans>This device has no camera. Type the code instead.</Trans>
        </span>
      )}
      {state === 'busy' && (
        <span>
          <Trans>The camera cannot be used now. Close other apps that use it, or type the code.</Trans>
        </span>
      )}
      {state === 'unsupported' && (
        <span>
          <Trans>This browser gives no camera to web pages. Open the page in another browser, or type the code.</Trans>
        </span>
      )}
    </Alert>
  );
}

interface CodeProps {
  onRead: (read: Read) => Promise<void>;
  busy: boolean;
  failure: Error | null;
}

const isTicket = ({ is }: Read) => is === 'ticket' || is === 'code';
const schema = z.object({
  code: z.string().check(
    z.refine((text) => isTicket(readTicket(text)), {
      error: () => t`Please enter the 8 letters and digits under the QR code`,
    }),
  ),
});

function CodeForm({ onRead, busy, failure }: CodeProps) {
  const { t } = useLingui();
  const form = useForm({
    schema,
    values: { code: '' },
    save: ({ code }) => onRead(readTicket(code)),
    // For the next guest.
    next: () => ({ code: '' }),
  });
  // In place of a summary: what is wrong stands beside the one field.
  useImperativeHandle(form.summary, () => ({ focus: () => form.setFocus('code') }));
  return (
    <Form form={form} ownProblems className="grid gap-3">
      <Field
        label={t`Ticket code`}
        {...form.field('code')}
        hint={t`It stands under the guest's QR code.`}
        error={form.problems[0]?.text ?? failure?.message}
      >
        <Input
          className="font-mono"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          {...form.register('code')}
        />
      </Field>
      <Button type="submit" busy={busy} block>
        <Trans>Open ticket</Trans>
      </Button>
    </Form>
  );
}

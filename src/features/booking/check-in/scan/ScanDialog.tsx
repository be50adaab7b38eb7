import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useImperativeHandle, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod/mini';
import { findCheckIn } from '@/features/booking/check-in/queries';
import { paths } from '@/lib/routing/paths';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { Dialog } from '@/ui/overlay/Dialog';
import { type Read, readTicket } from './ticket';
import { type CameraState, useCamera } from './use-camera';

/** From a passenger's phone or paper to the check-in: by the camera, or by the code that stands under the QR code. */
export default function ScanDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [round, setRound] = useState(0);
  const find = useMutation({ mutationFn: findCheckIn, onSuccess: (id, code) => open(paths.checkIn(id, code)) });
  const open = (to: string) => {
    onClose();
    void navigate(to);
  };
  /** Rejects when the ticket was not found; `find` says why. */
  const follow = async (read: Read) => {
    if (read.is === 'ticket') open(read.to);
    if (read.is === 'code' && !find.isPending) await find.mutateAsync(read.code);
  };
  return (
    <Dialog
      kind={innerWidth < 640 ? 'sheet' : 'center'}
      open
      onOpenChange={(next) => !next && onClose()}
      title={<Trans>Scan a ticket</Trans>}
      description={t`Hold the guest's QR code in front of the camera.`}
    >
      <div className="grid gap-5">
        <Finder
          key={round}
          onRead={(read) => void follow(read).catch(() => undefined)}
          onAgain={() => setRound(round + 1)}
        />
        <CodeForm onRead={follow} busy={find.isPending} failure={find.error} />
      </div>
    </Dialog>
  );
}

/** The camera's picture. What it read and does not open is said below it. */
function Finder({ onRead, onAgain }: { onRead: (read: Read) => void; onAgain: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const last = useRef('');
  const [odd, setOdd] = useState<Read | null>(null);
  const look = (text: string) => {
    // The same code stays in front of the camera for many looks.
    if (text === last.current) return;
    last.current = text;
    const read = readTicket(text);
    const ours = isTicket(read);
    if (ours) navigator.vibrate?.(80);
    setOdd(ours ? null : read);
    onRead(read);
  };
  const state = useCamera(video, look, onAgain);
  const seen = state === 'on' || state === 'starting';
  return (
    <>
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
      </div>
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
      error: () => t`Please enter the 32 letters and digits under the QR code`,
    }),
  ),
});

function CodeForm({ onRead, busy, failure }: CodeProps) {
  const { t } = useLingui();
  const form = useForm({ schema, values: { code: '' }, save: ({ code }) => onRead(readTicket(code)) });
  // In place of a summary: what is wrong stands beside the one field.
  useImperativeHandle(form.summary, () => ({ focus: () => form.setFocus('code') }));
  return (
    <Form form={form} ownProblems className="grid gap-3">
      <Field
        label={t`Ticket code`}
        {...form.field('code')}
        hint={t`It stands under the guest's QR code.`}
        error={form.field('code').error ?? failure?.message}
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

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '@/ui/Button';
import { Form } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { Dialog } from '@/ui/overlay/Dialog';
import { CancelFields } from './CancelFields';
import { CancellationResult } from './CancellationResult';
import { CancelPreview, cancelCount, DepartureName } from './CancelPreview';
import { type CancelValues, cancelSchema, NO_CANCEL_VALUES } from './cancel-form';
import {
  type Cancellation,
  cancelDepartures,
  cancelledCount,
  type Preview,
  previewQuery,
  type Selection,
} from './queries';
import { safeToRepeat } from './safe-to-repeat';

interface Props {
  /** Null while no departures are selected. */
  selection: Selection | null;
  /** The controls that select departures, if they are part of this dialog. */
  scope?: ReactNode;
  /** The initial reason and message. */
  begin?: Partial<CancelValues>;
  /** Set if another request has already cancelled the departures. The dialog then shows the result with its undo. */
  done?: Done;
  /** `left` is a cancellation that can still be undone. */
  onClose: (left: Cancellation | null) => void;
  /** Refetches the lists of departures. */
  onChanged: () => Promise<unknown>;
}

/** A placeholder while no departures are selected, for which nothing is requested. */
const NOTHING: Selection = { departures: [] };

export interface Done {
  cancellation: Cancellation;
  preview: Preview;
}

/** Cancels departures. Shows a preview, cancels once, and offers an undo for two minutes. */
export default function CancelDepartureDialog(props: Props) {
  const { selection, scope, begin, onClose, onChanged } = props;
  const [done, setDone] = useState(props.done ?? null);
  const [sending, setSending] = useState(false);
  const query = useQuery({ ...previewQuery(selection ?? NOTHING), enabled: selection !== null && done === null });
  const id = useId();
  const preview = done?.preview ?? query.data;
  const [only] = preview?.departures ?? [];
  const close = () => onClose(done && stayCancelled(done.cancellation) > 0 ? done.cancellation : null);
  const name = preview?.departures.length === 1 && only && <DepartureName departure={only} />;
  return (
    <Dialog
      kind={innerWidth < 640 ? 'sheet' : 'center'}
      open
      onOpenChange={(open) => !open && !sending && close()}
      title={
        done ? (
          <span key="done">
            {plural(stayCancelled(done.cancellation), {
              0: 'Cancellation',
              one: 'Departure cancelled',
              other: 'Departures cancelled',
            })}
          </span>
        ) : (
          <Title preview={preview} isRange={scope !== undefined} />
        )
      }
      {...(name && { description: name })}
      actions={
        done ? (
          <Button key="close" onClick={close}>
            <span>
              <Trans>Close</Trans>
            </span>
          </Button>
        ) : (
          <Actions id={id} query={query} sending={sending} onClose={close} />
        )
      }
    >
      {done ? (
        <CancellationResult
          {...done}
          onChanged={onChanged}
          onUndone={() => setDone({ ...done, cancellation: { ...done.cancellation, undone: true } })}
        />
      ) : (
        <CancelForm
          id={id}
          selection={selection}
          scope={scope}
          {...(begin && { begin })}
          query={query}
          onSending={setSending}
          onDone={(next) => {
            setDone(next);
            void onChanged();
          }}
        />
      )}
    </Dialog>
  );
}

/** Returns how many departures were cancelled, which some languages need for the plural in the title. */
const stayCancelled = (cancellation: Cancellation): number => (cancellation.undone ? 0 : cancelledCount(cancellation));

function Title({ preview, isRange }: { preview: Preview | undefined; isRange: boolean }) {
  const count = cancelCount(preview);
  if (count > 1)
    return <span key="many">{plural(count, { one: 'Cancel # departure', other: 'Cancel # departures' })}</span>;
  if (isRange)
    return (
      <span key="range">
        <Trans>Cancel departures</Trans>
      </span>
    );
  return (
    <span key="one">
      <Trans>Cancel this departure?</Trans>
    </span>
  );
}

interface ActionsProps {
  id: string;
  query: UseQueryResult<Preview>;
  sending: boolean;
  onClose: () => void;
}

/** The buttons appear only after the preview has loaded. */
function Actions({ id, query, sending, onClose }: ActionsProps) {
  const { t } = useLingui();
  const count = cancelCount(query.data);
  // Guests without an email address can't be emailed, so the button doesn't promise it.
  const people = query.data?.mails ? query.data.people : 0;
  const act =
    count > 1 ? plural(count, { one: 'Cancel # departure', other: 'Cancel # departures' }) : t`Cancel the departure`;
  const told = plural(people, { one: 'Cancel and notify # guest', other: 'Cancel and notify # guests' });
  return (
    <>
      <Button onClick={onClose} disabled={sending}>
        <span>
          <Trans>Keep as is</Trans>
        </span>
      </Button>
      {query.data && count > 0 && (
        <Button type="submit" form={id} variant="danger" size="lg" className="whitespace-normal" busy={sending}>
          <span key={people > 0 ? told : act}>{people > 0 ? told : act}</span>
        </Button>
      )}
    </>
  );
}

interface FormProps extends Pick<Props, 'selection' | 'scope' | 'begin'> {
  id: string;
  query: UseQueryResult<Preview>;
  onSending: (sending: boolean) => void;
  onDone: (done: Done) => void;
}

function CancelForm({ id, selection, scope, begin, query, onSending, onDone }: FormProps) {
  // Each opened dialog has one key, so repeated clicks count once.
  const [key] = useState(() => crypto.randomUUID());
  const { data: preview } = query;
  const form = useForm<CancelValues, CancelValues>({
    schema: cancelSchema,
    values: { ...NO_CANCEL_VALUES, ...begin },
    save: async (values) => {
      if (!preview || !selection) return;
      onSending(true);
      try {
        onDone({ cancellation: await cancelDepartures(selection, values, key), preview });
      } catch (error) {
        throw safeToRepeat(error);
      } finally {
        onSending(false);
      }
    },
    next: (_, now) => now,
  });
  return (
    <Form form={form} id={id} className="grid gap-5">
      {scope}
      {selection ? <CancelPreview query={query} /> : <NothingChosen />}
      <CancelFields form={form} preview={preview} />
    </Form>
  );
}

const NothingChosen = () => (
  <p className="rounded-md bg-surface-2 p-4 text-ink-2">
    <span>
      <Trans>Choose the days first. You'll then see what this will do.</Trans>
    </span>
  </p>
);

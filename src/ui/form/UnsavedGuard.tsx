import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { listFormat } from '@/lib/i18n/intl';
import { ConfirmDialog, loadQuestion } from '@/ui/overlay/ConfirmDialog';
import { isTabChange } from '@/ui/Tabs';
import { isReloading } from './reload-keeping-drafts.ts';

interface Props {
  dirty: boolean;
  /** The form's name, on pages with several forms. */
  name?: string | undefined;
  /** The warning for a record that was never saved, as a sentence. */
  lost?: string | undefined;
  onDiscard?: () => void;
}

interface Unsaved {
  name: string | undefined;
  lost: string | undefined;
  discard: () => void;
}

/** The forms on the page that have unsaved changes. */
let unsaved: readonly Unsaved[] = [];
const listeners = new Set<() => void>();
function setUnsaved(forms: readonly Unsaved[]) {
  unsaved = forms;
  for (const listen of listeners) listen();
}
function subscribe(listen: () => void) {
  listeners.add(listen);
  return () => void listeners.delete(listen);
}

/**
 * Asks once for all forms of the page before a link, or closing the tab, discards typed text. The back button doesn't
 * ask, because the draft is kept.
 */
export function UnsavedGuard({ dirty, name, lost, onDiscard }: Props) {
  const discard = useRef(onDiscard);
  useEffect(() => {
    discard.current = onDiscard;
  });
  const [mine, setMine] = useState<Unsaved | null>(null);
  useLayoutEffect(() => {
    if (!dirty) return;
    const form = { name, lost, discard: () => discard.current?.() };
    setMine(form);
    setUnsaved([...unsaved, form]);
    return () => setUnsaved(unsaved.filter((one) => one !== form));
  }, [dirty, name, lost]);
  const forms = useSyncExternalStore(subscribe, () => unsaved);
  // A router allows only one blocker, so the first form asks for all of them.
  return dirty && mine !== null && forms[0] === mine && <LeaveQuestion forms={forms} />;
}

function LeaveQuestion({ forms }: { forms: readonly Unsaved[] }) {
  // A form that was saved or cancelled replaces the address. Leaving pushes a new one.
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: there, historyAction }) =>
      historyAction === 'PUSH' &&
      !isTabChange(there.state) &&
      (here.pathname !== there.pathname || here.search !== there.search),
  );
  // The router sets its blocker in a second render. This update makes that render happen before the next event, so that
  // even a click in the same task as the first key is stopped.
  const [, setShown] = useState(false);
  useLayoutEffect(() => setShown(true), []);
  // Loads the question in advance, because there may be no signal when it is asked.
  useEffect(() => void loadQuestion().catch(() => undefined), []);
  useBeforeUnload((event) => {
    if (!isReloading()) event.preventDefault();
  });
  return (
    <LeaveDialog
      open={blocker.state === 'blocked'}
      lost={forms.length > 1 ? undefined : forms[0]?.lost}
      names={forms.length > 1 ? forms.flatMap(({ name }) => name ?? []) : []}
      onCancel={() => blocker.reset?.()}
      onLeave={async () => {
        for (const { discard } of forms) discard();
        blocker.proceed?.();
      }}
    />
  );
}

interface LeaveProps {
  open: boolean;
  /** The names of the forms with changes, if there are several. */
  names?: readonly string[];
  lost?: string | undefined;
  onCancel: () => void;
  onLeave: () => Promise<unknown>;
}

const conjunction = listFormat({ type: 'conjunction' });

/** Asks before typed text is discarded. */
export function LeaveDialog({ open, names = [], lost, onCancel, onLeave }: LeaveProps) {
  const { t } = useLingui();
  const list = conjunction().format(names);
  return (
    <ConfirmDialog
      open={open}
      onCancel={onCancel}
      onConfirm={onLeave}
      title={<Trans>Leave without saving?</Trans>}
      description={<span>{lost ?? t`Your changes haven't been saved.`}</span>}
      confirm={<Trans>Leave page</Trans>}
      keep={<Trans context="leaving a form">Cancel</Trans>}
    >
      {names.length > 1 ? (
        <p>
          <Trans>Please check: {list}</Trans>
        </p>
      ) : null}
    </ConfirmDialog>
  );
}

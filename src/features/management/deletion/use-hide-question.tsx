import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { type Touched, upcomingBookingsQuery } from './queries';
import { UpcomingBookings } from './UpcomingBookings';

type Hidden = Touched & { name: string };

/** The question's texts; with the name. */
interface Words {
  title: (name: string) => ReactNode;
  description: ReactNode;
  confirm: ReactNode;
  /** The bookings of a hidden service are kept. */
  hiding: boolean;
}

const HIDE: Words = {
  title: (name) => <Trans>Hide {name}?</Trans>,
  description: <Trans>Visitors will no longer find or book it.</Trans>,
  confirm: <Trans>Hide</Trans>,
  hiding: true,
};

/** The same question before a driver or one of their days is deactivated. */
export const DEACTIVATE: Words = {
  title: (name) => <Trans>Deactivate {name}?</Trans>,
  description: <Trans>These departures will have no driver, unless someone else is assigned to them too.</Trans>,
  confirm: <Trans>Deactivate</Trans>,
  hiding: false,
};

/** Hides or deactivates: immediately without upcoming bookings, otherwise after a question that shows them. */
export function useHideQuestion(hide: (id: string) => void, words = HIDE) {
  const client = useQueryClient();
  const [checked, setChecked] = useState<string | null>(null);
  const [asked, setAsked] = useState<Hidden | null>(null);
  async function ask(one: Hidden) {
    if (checked) return;
    setChecked(one.id);
    // If they can't be loaded, the question says so.
    const found = await client.fetchQuery(upcomingBookingsQuery(one)).catch(() => null);
    setChecked(null);
    if (found?.bookings === 0) hide(one.id);
    else setAsked(one);
  }
  const question = asked && (
    <ConfirmDialog
      open
      tone="primary"
      title={words.title(asked.name)}
      description={words.description}
      confirm={words.confirm}
      onCancel={() => setAsked(null)}
      onConfirm={async () => {
        hide(asked.id);
        setAsked(null);
      }}
    >
      <UpcomingBookings territoryId={asked.territoryId} kind={asked.kind} id={asked.id} hiding={words.hiding} />
    </ConfirmDialog>
  );
  return { ask: (one: Hidden) => void ask(one), asking: (id: string) => checked === id, question };
}

import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { type Touched, upcomingBookingsQuery } from './queries';
import { UpcomingBookings } from './UpcomingBookings';

type Hidden = Touched & { name: string };

/** The texts of the question, which contain the name. */
interface Words {
  title: (name: string) => ReactNode;
  description: ReactNode;
  confirm: ReactNode;
  /** True if the bookings are kept because the service is only hidden. */
  hiding: boolean;
}

const HIDE: Words = {
  title: (name) => <Trans>Hide {name}?</Trans>,
  description: <Trans>Visitors will no longer be able to find or book this service.</Trans>,
  confirm: <Trans>Hide</Trans>,
  hiding: true,
};

export const HIDE_REGION: Words = {
  ...HIDE,
  description: <Trans>Visitors will no longer be able to find this region or book anything in it.</Trans>,
};

/** The texts for deactivating a driver or one of their days. */
export const DEACTIVATE: Words = {
  title: (name) => <Trans>Deactivate {name}?</Trans>,
  description: <Trans>These departures will have no driver, unless you also assign someone else.</Trans>,
  confirm: <Trans>Deactivate</Trans>,
  hiding: false,
};

/** Hides or deactivates something. If it has upcoming bookings, the user first sees them and has to confirm. */
export function useHideQuestion(hide: (id: string) => void, words = HIDE) {
  const client = useQueryClient();
  const [checked, setChecked] = useState<string | null>(null);
  const [asked, setAsked] = useState<Hidden | null>(null);
  async function ask(one: Hidden) {
    if (checked) return;
    setChecked(one.id);
    // If the bookings can't be loaded, the question says so.
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

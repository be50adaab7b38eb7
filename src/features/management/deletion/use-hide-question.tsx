import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { type Touched, upcomingBookingsQuery } from './queries';
import { UpcomingBookings } from './UpcomingBookings';

type Hidden = Touched & { name: string };

/** Hides a service or a territory: at once where no guest has a booking ahead, otherwise after a question that shows the bookings. */
export function useHideQuestion(hide: (id: string) => void) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [checked, setChecked] = useState<string | null>(null);
  const [asked, setAsked] = useState<Hidden | null>(null);
  async function ask(one: Hidden) {
    if (checked) return;
    setChecked(one.id);
    // When it could not be found out, the question says so.
    const found = await client.fetchQuery(upcomingBookingsQuery(one)).catch(() => null);
    setChecked(null);
    if (found?.bookings === 0) hide(one.id);
    else setAsked(one);
  }
  const question = asked && (
    <ConfirmDialog
      open
      tone="primary"
      title={<Trans>Hide {asked.name}?</Trans>}
      description={t`Visitors no longer find it, and no one can book it.`}
      confirm={<Trans>Hide</Trans>}
      onCancel={() => setAsked(null)}
      onConfirm={async () => {
        hide(asked.id);
        setAsked(null);
      }}
    >
      <UpcomingBookings territoryId={asked.territoryId} kind={asked.kind} id={asked.id} hiding />
    </ConfirmDialog>
  );
  return { ask: (one: Hidden) => void ask(one), asking: (id: string) => checked === id, question };
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { PagedRows } from '@/features/payouts/PagedRows';
import { PayoutList } from '@/features/payouts/PayoutList';
import type { Payout } from '@/features/payouts/queries';
import { usePages } from '@/lib/api/use-pages';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { ReasonDialog } from '@/ui/form/ReasonDialog';
import { reversePayout, territoryPayoutsQuery } from './queries';

interface Props {
  territoryId: string;
  notice: StatusControls;
  refresh: () => Promise<void>;
}

/** Lists payouts, newest first, each with its statement. A mistake is reversed with a reason. */
export function Paid({ territoryId, notice, refresh }: Props) {
  const { t } = useLingui();
  const list = usePages(territoryPayoutsQuery(territoryId));
  const [asked, setAsked] = useState<Payout | null>(null);
  const takeBack = async (row: Payout, reason: string) => {
    await reversePayout(row.id, reason);
    setAsked(null);
    await refresh();
    notice.success(t`Payout reversed`);
  };
  return (
    <>
      <PagedRows list={list} empty={<Trans>There are no payouts yet.</Trans>}>
        {(rows) => (
          <PayoutList
            rows={rows}
            of="territory"
            actionOf={(row) =>
              !row.reverses &&
              row.standing !== 0 && (
                <Button size="sm" variant="ghost" icon={<Undo2 aria-hidden="true" />} onClick={() => setAsked(row)}>
                  <Trans>Reverse payout</Trans>
                </Button>
              )
            }
          />
        )}
      </PagedRows>
      {asked && (
        <TakeBack row={asked} onCancel={() => setAsked(null)} onConfirm={(reason) => takeBack(asked, reason)} />
      )}
    </>
  );
}

function TakeBack({
  row,
  onCancel,
  onConfirm,
}: {
  row: Payout;
  onCancel: () => void;
  onConfirm: (reason: string) => Promise<void>;
}) {
  const { t } = useLingui();
  const name = row.payee_name ?? t`Deleted account`;
  const amount = formatMoney(row.standing, row.currency_symbol);
  return (
    <ReasonDialog
      draft={`payout-back-${row.id}`}
      title={<Trans>Reverse this payout</Trans>}
      description={
        <Trans>
          We'll mark the bookings in this payout of {amount} to {name} as unpaid again. The payout stays in the list,
          with an entry reversing it.
        </Trans>
      }
      label={<Trans>Reason</Trans>}
      {...(row.payee_is_person && { hint: <Trans>{name} will see this reason.</Trans> })}
      required={t`Please give a reason`}
      submit={<Trans>Reverse payout</Trans>}
      variant="danger"
      limit={300}
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { PayoutList } from '@/features/payouts/PayoutList';
import type { Payout } from '@/features/payouts/queries';
import { usePages } from '@/lib/api/use-pages';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { LoadFailed, QueryFailed } from '@/ui/feedback/LoadFailed';
import { MorePages } from '@/ui/feedback/MorePages';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';
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
  if (!list.rows) {
    if (list.error) return <QueryFailed query={list} className="rounded-none! border-x-0! border-b-0!" />;
    return (
      <LoadingArea label={t`Loading`} className="border-t border-line p-5">
        <Skeleton className="h-40" />
      </LoadingArea>
    );
  }
  const takeBack = async (row: Payout, reason: string) => {
    await reversePayout(row.id, reason);
    setAsked(null);
    await refresh();
    notice.success(t`Payout reversed`);
  };
  return (
    <div className="border-t border-line">
      {list.error && !list.isFetchNextPageError && <LoadFailed query={list} className="m-4" />}
      {list.rows.length === 0 ? (
        <p className="p-8 text-center text-ink-2">
          <Trans>Nothing has been paid out yet.</Trans>
        </p>
      ) : (
        <PayoutList
          rows={list.rows}
          of="territory"
          actionOf={(row) =>
            !row.reverses &&
            row.standing !== 0 && (
              <Button size="sm" variant="ghost" icon={<Undo2 aria-hidden="true" />} onClick={() => setAsked(row)}>
                <Trans>Reverse</Trans>
              </Button>
            )
          }
        />
      )}
      <div className="grid gap-3 border-t border-line p-3 empty:hidden">
        <MorePages pages={list} />
      </div>
      {asked && (
        <TakeBack row={asked} onCancel={() => setAsked(null)} onConfirm={(reason) => takeBack(asked, reason)} />
      )}
    </div>
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
          {amount} to {name}: its bookings will be unpaid again. The payout stays in the list, with an entry that
          reverses it.
        </Trans>
      }
      label={<Trans>Why</Trans>}
      {...(row.payee_is_person && { hint: <Trans>{name} will see this.</Trans> })}
      required={t`Please say why`}
      submit={<Trans>Reverse</Trans>}
      variant="danger"
      limit={300}
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  );
}

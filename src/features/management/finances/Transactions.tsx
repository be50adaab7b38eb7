import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { BookingsCard } from '@/features/management/bookings/BookingsCard';
import { financesCsvColumns, financesFileName } from '@/features/management/bookings/csv';
import type { TerritoryCurrency } from '@/features/management/bookings/money';
import type { Bookings } from '@/features/management/bookings/use-bookings';
import { calendarDate } from '@/lib/format/dates';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { shareColumns, transactionColumns } from './columns';
import { PayoutDialog, type PayoutQuestion } from './PayoutDialog';
import { TransactionLines } from './TransactionLines';

interface Props {
  currency: TerritoryCurrency;
  bookings: Bookings;
  notice: StatusControls;
  refresh: () => Promise<void>;
  /** Opens the payouts. */
  onPayouts: () => void;
}

/** Lists the bookings with each party's share and payout status. */
export function Transactions({ currency, bookings, notice, refresh, onPayouts }: Props) {
  const { t } = useLingui();
  const [question, ask] = useState<PayoutQuestion | null>(null);
  const options: Parameters<typeof transactionColumns>[0] = {
    currency,
    onPayout: (row, party, status) => ask({ row, party, status }),
  };
  const shares = shareColumns(options);
  return (
    <>
      <BookingsCard
        bookings={bookings}
        notice={notice}
        title={
          <div>
            <h2 className="text-lg font-bold">
              <Trans>Transactions</Trans>
            </h2>
            <p className="mt-0.5 text-sm text-ink-2">
              <Trans>
                You can pay shares under{' '}
                <button type="button" className="link" onClick={onPayouts}>
                  Payouts
                </button>
                , with a date and a reference.
              </Trans>
            </p>
          </div>
        }
        filters={null}
        columns={transactionColumns(options)}
        table={{ card: (row) => <TransactionLines row={row} currency={currency} shares={shares} /> }}
        csv={{ fileName: financesFileName(calendarDate()), columns: financesCsvColumns }}
        label={t`Transactions`}
      />
      {question && (
        <PayoutDialog
          question={question}
          currency={currency}
          onCancel={() => ask(null)}
          onDone={async () => {
            ask(null);
            await refresh();
            notice.success(t`Payout updated successfully`);
          }}
        />
      )}
    </>
  );
}

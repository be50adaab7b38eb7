import { msg, t } from '@lingui/core/macro';
import { groupedAccountNumber } from '@/features/payouts/account/account-number';
import { accountTypeLabel, kindLabel } from '@/features/payouts/account/labels';
import { type CsvColumn, collectCsv } from '@/lib/format/csv';
import { partyLabel } from './labels';
import { type ExportedPayee, exportPayees } from './queries';

const known = (code: string | null, label: (code: string) => string): string | null => code && label(code);

/** Says why a line can't simply be paid. */
function noteOf({ is_person, own, holder, account_currency, currency_code }: ExportedPayee): string {
  const notes: string[] = [];
  if (!is_person) notes.push(t`No person to pay. This share belongs to the service.`);
  else if (holder === null) notes.push(t`No bank details. The payee can add them under My payouts.`);
  if (account_currency && account_currency !== currency_code) {
    notes.push(t`The account is in ${account_currency}, the amount in ${currency_code}.`);
  }
  if (own) notes.push(t`This is your own commission, so another manager or an admin has to pay it.`);
  return notes.join(' ');
}

/** The columns of the file for the bank (docs/rules/money.md, Bank details). */
export const payeeColumns: readonly CsvColumn<ExportedPayee>[] = [
  { header: msg`Payee`, value: (row) => row.name ?? t`Deleted account` },
  { header: msg`Role`, value: (row) => partyLabel(row) },
  { header: msg`Account Holder`, value: (row) => row.holder },
  { header: msg`Holder Type`, value: (row) => known(row.kind, kindLabel) },
  { header: msg`Tax Number`, value: (row) => row.tax_number },
  { header: msg`Bank`, value: (row) => row.bank },
  { header: msg`Account Type`, value: (row) => known(row.account_type, accountTypeLabel) },
  { header: msg`Account Currency`, value: (row) => row.account_currency },
  { header: msg`Account Number`, value: (row) => known(row.account_number, groupedAccountNumber) },
  { header: msg`Amount`, value: (row) => row.amount.toFixed(2) },
  { header: msg`Currency`, value: (row) => row.currency_code },
  { header: msg`Bookings`, value: (row) => row.bookings },
  { header: msg`Region`, value: (row) => row.territory_name },
  { header: msg`Reference`, value: (row) => row.reference },
  { header: msg`Note`, value: noteOf },
];

/** Returns for example 'to_pay_rio-dulce_2026-10-14.csv'. */
export const payeesFile = (territoryId: string, today: string): string => `to_pay_${territoryId}_${today}.csv`;

/** Returns the file for the bank. Its amounts are those of the list 'To pay'. It is one request, so one audit entry. */
export const collectPayees = (
  territoryId: string,
  signal: AbortSignal,
  onProgress: (rows: number) => void,
): Promise<Blob> =>
  collectCsv({
    columns: payeeColumns,
    page: async (_: null, abort) => ({ rows: await exportPayees(territoryId, abort), next: null }),
    onProgress,
    signal,
  });

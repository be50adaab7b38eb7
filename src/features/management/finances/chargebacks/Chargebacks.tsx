import { Trans, useLingui } from '@lingui/react/macro';
import { FileText } from 'lucide-react';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import { usePages } from '@/lib/api/use-pages';
import { formatMoment, formatShortDate } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { paths } from '@/lib/routing/paths';
import { Badge } from '@/ui/Badge';
import { LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { DataTable } from '@/ui/table/DataTable';
import { paged } from '@/ui/table/paged';
import type { Column } from '@/ui/table/types';
import { reasonText, stateOf } from './labels';
import { type Chargeback, chargebacksQuery } from './queries';

interface Props {
  territoryId: string;
  currency: TerritoryCurrency;
  timeZone: string;
}

/** Lists the chargebacks of a territory, each with its deadline, its state at the bank, and a page of evidence. */
export function Chargebacks({ territoryId, currency, timeZone }: Props) {
  const { t } = useLingui();
  const list = usePages(chargebacksQuery(territoryId));
  return (
    <Card className="card-clip">
      <div className="p-4 sm:px-5">
        <h2 className="text-lg font-bold">
          <Trans>Chargebacks</Trans>
        </h2>
        <p className="text-sm text-ink-2">
          <Trans>
            A guest's bank has disputed a card payment or is asking about it. We collect the evidence, and you send it
            in Stripe's dashboard before the deadline.
          </Trans>
        </p>
      </div>
      <DataTable
        {...paged(list)}
        label={t`Chargebacks`}
        rowKey={(row) => row.id}
        columns={useColumns(currency, timeZone)}
        cardsBelow="lg"
        empty={<Trans>No chargebacks. You'll get a notification if a bank disputes a payment.</Trans>}
      />
    </Card>
  );
}

function useColumns(currency: TerritoryCurrency, timeZone: string): Column<Chargeback>[] {
  const { t } = useLingui();
  return [
    {
      id: 'booking',
      header: t`Booking`,
      card: 'title',
      cell: (row) => (
        <>
          <strong className="block font-semibold wrap-anywhere" lang={row.untranslated?.title}>
            {row.title}
          </strong>
          <span className="flex flex-wrap gap-x-2 text-sm font-normal text-ink-2">
            <span>{formatShortDate(row.booking_date)}</span>
            <bdi className="wrap-anywhere">{row.guest_name ?? t`Deleted account`}</bdi>
          </span>
        </>
      ),
    },
    {
      id: 'amount',
      header: t`Amount`,
      align: 'end',
      width: '9rem',
      cell: (row) => <span className="nums">{formatMoney(row.amount, symbolOf(row.currency_code, currency))}</span>,
    },
    { id: 'reason', header: t`Reason`, cell: (row) => reasonText(row.reason) },
    {
      id: 'state',
      header: t`State`,
      width: '14rem',
      cell: (row) => <State row={row} timeZone={timeZone} />,
    },
    {
      id: 'evidence',
      header: t`Evidence`,
      headerHidden: true,
      width: '9rem',
      card: 'plain',
      cell: (row) => (
        <LinkButton
          size="sm"
          to={paths.chargeback(row.id)}
          icon={<FileText aria-hidden="true" />}
          aria-label={t`Evidence for ${row.title}, ${formatShortDate(row.booking_date)}`}
        >
          <Trans>Evidence</Trans>
        </LinkButton>
      ),
    },
  ];
}

function State({ row, timeZone }: { row: Chargeback; timeZone: string }) {
  const { text, tone, answer } = stateOf(row.status);
  const day = answer && row.answer_by ? formatMoment(row.answer_by, timeZone) : null;
  const decided = row.closed_at ? formatMoment(row.closed_at, timeZone) : null;
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      {day && (
        <span className="mt-1 block text-xs text-ink-2">
          <Trans>Answer by {day}</Trans>
        </span>
      )}
      {decided && <span className="mt-1 block text-xs text-ink-2">{decided}</span>}
    </>
  );
}

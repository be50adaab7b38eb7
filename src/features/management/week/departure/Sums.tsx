import { useLingui } from '@lingui/react/macro';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import { formatMoney } from '@/lib/format/money';
import type { DepartureDetail } from '../queries';

/** Shows the amounts booked, paid, and due at the dock, per currency. */
export function Sums({ sums, currency }: Pick<DepartureDetail, 'sums'> & { currency: TerritoryCurrency }) {
  const { t } = useLingui();
  return sums.map((sum) => {
    const money = (amount: number) => formatMoney(amount, symbolOf(sum.currency_code, currency));
    return (
      <dl key={sum.currency_code} className="grid gap-1 text-sm">
        <Row label={t`Booked`} amount={money(sum.booked)} />
        <Row label={t`Paid`} amount={money(sum.paid)} />
        <Row label={t`To collect`} amount={money(sum.to_collect)} />
      </dl>
    );
  });
}

function Row({ label, amount }: { label: string; amount: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-ink-2">{label}</dt>
      <dd className="nums font-semibold">{amount}</dd>
    </div>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import { formatMoney } from '@/lib/format/money';
import { Figure } from '@/ui/Figure';
import type { Payee } from './queries';
import { openSums } from './selection';

/** Shows the amounts that are due and the future ones for all payees, per currency. */
export function OpenSums({ payees, currency }: { payees: readonly Payee[]; currency: TerritoryCurrency }) {
  const { t } = useLingui();
  return openSums(payees).map(({ currency: code, due, ahead, held }) => {
    const money = (amount: number) => formatMoney(amount, symbolOf(code, currency));
    return (
      <dl
        key={code}
        aria-label={t`Open payouts in ${code}`}
        className="flex flex-wrap gap-x-10 gap-y-2 px-4 pt-3 sm:px-5"
      >
        <Figure valueClass={VALUE} label={<Trans>To pay</Trans>}>
          {money(due)}
        </Figure>
        <Figure valueClass={VALUE} label={<Trans>Trips ahead</Trans>}>
          {money(ahead)}
        </Figure>
        {held > 0 && (
          <Figure valueClass={VALUE} label={<Trans>Held back: refund or dispute</Trans>}>
            {money(held)}
          </Figure>
        )}
      </dl>
    );
  });
}

const VALUE = 'nums text-xl font-bold wrap-anywhere';

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { TerritoryCurrency } from '@/features/management/bookings/money';
import { calendarDate, formatDay, formatHourOrMoment } from '@/lib/format/dates';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { sumText } from './labels';
import { PayBar } from './PayBar';
import { type Answer, type Payee, payOut } from './queries';
import { amountOf, type Change, type Chosen, choicesOf, totalsOf } from './selection';
import type { Ticks } from './use-selection';

interface Props {
  territoryId: string;
  currency: TerritoryCurrency;
  timeZone: string;
  payees: readonly Payee[];
  chosen: readonly { payee: Payee; chosen: Chosen }[];
  changes: readonly Change[];
  ticks: Ticks;
  notice: StatusControls;
  refresh: () => Promise<void>;
}

interface Payment {
  paidOn: string;
  reference: string;
}

/**
 * Pays the selected payees after a confirmation. If their amounts have changed, a note says so until it is
 * dismissed, and the confirmation says so too. The bar stays at the bottom of the window.
 */
export function Paying({ territoryId, currency, timeZone, payees, chosen, changes, ticks, notice, refresh }: Props) {
  const { t } = useLingui();
  const [refused, setRefused] = useState<string | null>(null);
  const [asked, ask] = useState<Payment | null>(null);
  const texts = useTexts(currency, timeZone);
  const told = [...(refused ? [refused] : []), ...changes.map(texts.change)];
  const nameOf = (payee: Payee) => payee.name ?? t`Deleted account`;

  function dismiss() {
    setRefused(null);
    ticks.accept();
  }
  async function pay(payment: Payment) {
    ticks.hold(true);
    try {
      const answer = await payOut(territoryId, choicesOf(chosen), payment);
      ask(null);
      if (answer.outcome === 'paid') {
        ticks.clear();
        setRefused(null);
      } else {
        ticks.drop(answer.payee);
        const payee = payees.find((one) => one.payee === answer.payee);
        setRefused(texts.refusal(answer, payee ? nameOf(payee) : t`Deleted account`));
      }
      await refresh();
      if (answer.outcome === 'paid') notice.success(texts.recorded(chosen));
    } finally {
      ticks.hold(false);
    }
  }
  return (
    <div className="sticky bottom-[calc(var(--work-bar,0px)+0.75rem)] z-20 grid gap-2 empty:hidden">
      {told.length > 0 && (
        <Alert
          tone="warn"
          className="shadow-lg"
          action={
            <Button size="sm" onClick={dismiss}>
              <Trans>Close message</Trans>
            </Button>
          }
        >
          <Told lines={told} />
        </Alert>
      )}
      {chosen.length > 0 && (
        <PayBar
          chosen={chosen}
          currency={currency}
          today={calendarDate(timeZone)}
          onPay={async (payment) => ask(payment)}
        />
      )}
      {asked && chosen.length > 0 && (
        <ConfirmDialog
          open
          tone="primary"
          onCancel={() => ask(null)}
          onConfirm={() => pay(asked)}
          title={
            told.length > 0 ? (
              <span key="others">
                <Trans>Pay the others?</Trans>
              </span>
            ) : (
              <span key="all">
                <Trans>Record this payment?</Trans>
              </span>
            )
          }
          description={
            <>
              <Plural value={chosen.length} one="Pay # payee" other="Pay # payees" />
              <span>{`: ${sumText(totalsOf(chosen), currency)} (${chosen.map(({ payee }) => nameOf(payee)).join(', ')}). `}</span>
              <PaidHow {...asked} />
            </>
          }
          confirm={<Trans>Mark as paid</Trans>}
        >
          {told.length > 0 && <Told lines={told} />}
        </ConfirmDialog>
      )}
    </div>
  );
}

function PaidHow({ paidOn, reference }: Payment) {
  const { t } = useLingui();
  const day = formatDay(paidOn);
  return <span>{t`Paid on ${day}, reference: ${reference}`}</span>;
}

function Told({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="grid gap-1">
      {lines.map((line) => (
        <li key={line} className="wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
  );
}

/** The largest number of names in a toast. */
const MAX_NAMED = 3;

/** Returns the texts for the result of a payment and for changes to a selection. */
function useTexts(currency: TerritoryCurrency, timeZone: string) {
  const { t } = useLingui();
  const nameOf = ({ name }: Payee) => name ?? t`Deleted account`;
  const sumOf = ({ currency_code }: Payee, amount: number) => sumText([{ currency: currency_code, amount }], currency);
  return {
    change: ({ before, now }: Change): string => {
      const name = nameOf(before);
      if (!now)
        return t`We don't owe ${name} anything. They've already been paid, or the money was refunded to guests.`;
      const [was, is] = [sumOf(before, before.due), sumOf(now, now.due)];
      return t`We now owe ${name} ${is}. The amount was ${was} when you selected it.`;
    },
    refusal: (answer: Exclude<Answer, { outcome: 'paid' }>, name: string): string => {
      if (answer.outcome === 'changed')
        return t`The amount for ${name} has changed. Please check it and select it again.`;
      const by = answer.by ?? t`Someone`;
      const time = formatHourOrMoment(answer.at, timeZone);
      return t`${by} already paid ${name} at ${time}, so we didn't record it again.`;
    },
    recorded: (chosen: Props['chosen']): string => {
      const named = chosen.slice(0, MAX_NAMED).map(({ payee, chosen: what }) => {
        return `${nameOf(payee)}, ${sumOf(payee, amountOf(payee, what))}`;
      });
      const payees = chosen.length;
      const sum = sumText(totalsOf(chosen), currency);
      return payees > MAX_NAMED ? t`Recorded: ${payees} payees, ${sum}` : t`Recorded: ${named.join('; ')}`;
    },
  };
}

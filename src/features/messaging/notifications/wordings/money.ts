import { plural, t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { formatInstant, formatLongDate, formatMonthDay } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { money, service, titleOf, type Wording, wording } from './wording';

const amountOf = ({ amount, currency_symbol }: { amount: number; currency_symbol: string }): string =>
  formatMoney(amount, currency_symbol);

/** One booking, and the number of others. */
const lines = { ...service, more: z.number() };
function linesText(params: { title: string; titles: Record<string, string>; more: number }): string {
  const title = titleOf(params);
  const { more } = params;
  return more === 0 ? title : t`${title} and ${plural(more, { one: '# more booking', other: '# more bookings' })}`;
}

/** The number is masked. */
const accountChange = z.object({ account_number: z.string(), at: z.string() });

/** The wordings about money. */
export const moneyWordings = {
  paid_out: wording(z.object({ ...money, ...lines, reference: z.nullish(z.string()) }), (params) => {
    const amount = amountOf(params);
    const what = params.reference || linesText(params);
    return { title: t`Payout`, message: t`You've been paid ${amount}: ${what}` };
  }),
  payout_taken_back: wording(z.object({ ...money, date: z.string(), reason: z.nullish(z.string()) }), (params) => {
    const [amount, date] = [amountOf(params), formatMonthDay(params.date)];
    const reason = params.reason ?? '';
    return { title: t`Payout reversed`, message: t`Your payment of ${amount} from ${date} was reversed: ${reason}` };
  }),
  payee_account_changed: wording(accountChange, ({ account_number, at }) => {
    const time = formatInstant(at);
    return {
      title: t`Bank details changed`,
      message: t`Payouts now go to ${account_number} (${time}). Not you? Change your password and tell your region.`,
    };
  }),
  payee_account_deleted: wording(accountChange, ({ account_number, at }) => {
    const time = formatInstant(at);
    return {
      title: t`Bank details deleted`,
      message: t`We deleted ${account_number} (${time}). Not you? Change your password and tell your region.`,
    };
  }),
  cash_brought: wording(z.object({ ...money, name: z.nullish(z.string()) }), (params) => {
    const name = params.name || t`Someone`;
    const amount = formatMoney(Math.abs(params.amount), params.currency_symbol);
    return params.amount < 0
      ? { title: t`Cash to pay out`, message: t`${name} refunded ${amount} to guests` }
      : { title: t`Cash to count`, message: t`${name} is handing over ${amount}` };
  }),
  commission_paid: wording(z.object(lines), (params) => {
    const what = linesText(params);
    return { title: t`Commission Payment`, message: t`Your commission for ${what} has been paid` };
  }),
  refund_refused: wording(z.object({ ...money, ...service, date: z.string() }), (params) => {
    const [title, date, amount] = [titleOf(params), formatLongDate(params.date), amountOf(params)];
    return {
      title: t`A refund didn't go through`,
      message: t`${title} on ${date}: a refund of ${amount} didn't go through. Please request it again, or agree with the guest on another way.`,
    };
  }),
  payment_disputed: wording(z.object({ ...money, ...service, date: z.string(), status: z.string() }), (params) => {
    const [title, date, amount] = [titleOf(params), formatLongDate(params.date), amountOf(params)];
    return {
      title: t`Payment disputed`,
      message: `${t`${title} on ${date}, ${amount}.`} ${disputeText(params.status)}.`,
    };
  }),
} satisfies Record<string, Wording>;

function disputeText(status: string): string {
  switch (status) {
    case 'open':
      return t`A bank is disputing a payment`;
    case 'lost':
      return t`We lost the dispute, so the guest keeps the money`;
    case 'won':
      return t`We won the dispute and got the money back`;
    default:
      return t`A bank has closed its inquiry about a payment`;
  }
}

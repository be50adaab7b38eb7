import type { Choice, Payee, PayeeLine } from './queries';

/** What is selected for a payee: everything that is due, or single lines with their amounts. */
export type Chosen = 'all' | ReadonlyMap<string, number>;
export type Selection = ReadonlyMap<string, Chosen>;

export const keyOf = ({ payee, currency_code }: Payee): string => `${payee} ${currency_code}`;
/** Someone else pays out a reader's own commission. */
export const isPayable = ({ due, own }: Payee): boolean => due > 0 && !own;

const cents = (amount: number) => Math.round(amount * 100);
const sum = (amounts: Iterable<number>): number => [...amounts].reduce((all, one) => all + cents(one), 0) / 100;

export const amountOf = (payee: Payee, chosen: Chosen): number => (chosen === 'all' ? payee.due : sum(chosen.values()));

/** Returns the selected payees with their amounts, without those that are no longer due. */
export function chosenOf(payees: readonly Payee[], selection: Selection): { payee: Payee; chosen: Chosen }[] {
  return payees.filter(isPayable).flatMap((payee) => {
    const chosen = selection.get(keyOf(payee));
    return chosen ? [{ payee, chosen }] : [];
  });
}

/** Returns the sums of the selection per currency. */
export function totalsOf(chosen: readonly { payee: Payee; chosen: Chosen }[]): { currency: string; amount: number }[] {
  const totals = new Map<string, number>();
  for (const one of chosen) {
    const { currency_code: currency } = one.payee;
    totals.set(currency, sum([totals.get(currency) ?? 0, amountOf(one.payee, one.chosen)]));
  }
  return [...totals].map(([currency, amount]) => ({ currency, amount }));
}

/** Returns the amounts due to all payees per currency. */
export function openSums(payees: readonly Payee[]) {
  const codes = [...new Set(payees.map((one) => one.currency_code))];
  return codes.map((currency) => {
    const own = payees.filter((one) => one.currency_code === currency);
    const of = (field: 'due' | 'ahead' | 'held') => sum(own.map((one) => one[field]));
    return { currency, due: of('due'), ahead: of('ahead'), held: of('held') };
  });
}

export const choicesOf = (chosen: readonly { payee: Payee; chosen: Chosen }[]): Choice[] =>
  chosen.map(({ payee: { payee, currency_code, version, as_of }, chosen: what }) => ({
    payee,
    currency: currency_code,
    version,
    as_of,
    ...(what !== 'all' && { lines: [...what.keys()] }),
  }));

const with_ = (selection: Selection, key: string, chosen: Chosen | null): Selection => {
  const next = new Map(selection);
  if (chosen === null) next.delete(key);
  else next.set(key, chosen);
  return next;
};

export const togglePayee = (selection: Selection, payee: Payee): Selection =>
  with_(selection, keyOf(payee), selection.has(keyOf(payee)) ? null : 'all');

export const isLineChosen = (chosen: Chosen | undefined, { line, amount }: PayeeLine): boolean =>
  amount < 0 ? chosen !== undefined : chosen === 'all' || (chosen?.has(line) ?? false);

/**
 * Adds or removes a line. Negative lines (deductions) are always included. `lines` are all loaded lines. If
 * everything was selected, removing one line leaves the others.
 */
export function toggleLine(
  selection: Selection,
  payee: Payee,
  line: PayeeLine,
  lines: readonly PayeeLine[],
): Selection {
  const now = selection.get(keyOf(payee));
  const picked = lines.filter((one) => one.amount > 0 && isLineChosen(now, one) !== (one.id === line.id));
  if (picked.length === 0) return with_(selection, keyOf(payee), null);
  const back = lines.filter((one) => one.amount < 0);
  const all = picked.length + back.length === payee.bookings;
  return with_(
    selection,
    keyOf(payee),
    all ? 'all' : new Map([...picked, ...back].map((one) => [one.line, one.amount])),
  );
}

/** The payees as they were when they were selected. */
export type Seen = ReadonlyMap<string, Payee>;
/** A change of a selected payee. `now` is null if they no longer have an amount due. */
export interface Change {
  key: string;
  before: Payee;
  now: Payee | null;
}

/** Returns the selected payees whose due amount has changed or is gone. */
export function changesOf(payees: readonly Payee[], selection: Selection, seen: Seen): Change[] {
  const due = new Map(payees.filter(isPayable).map((one) => [keyOf(one), one]));
  return [...seen].flatMap(([key, before]) => {
    const now = due.get(key) ?? null;
    const same = now && (selection.get(key) !== 'all' || cents(now.due) === cents(before.due));
    return selection.has(key) && !same ? [{ key, before, now }] : [];
  });
}

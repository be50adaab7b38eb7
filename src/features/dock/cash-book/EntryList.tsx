import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { passengerName } from '@/features/booking/guest-name';
import { formatReadAt } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { cx } from '@/ui/cx';
import type { ShownEntry } from './queued';

/** Lists the entries of a cash book, newest first, each with its time and description. */
export function EntryList({ entries, label }: { entries: readonly ShownEntry[]; label: string }) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-y border-line">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ul>
  );
}

function Entry({ entry }: { entry: ShownEntry }) {
  const { t } = useLingui();
  const out = entry.amount < 0;
  const people = entry.people === null ? null : plural(entry.people, { one: '# person', other: '# people' });
  const guest = passengerName(entry.guest, entry.walk_in);
  const named = {
    taken: guest,
    undone: t`Undone: ${guest}`,
    returned: t`Refunded: ${guest}`,
    handed_over: t`Handed over`,
    reversed: t`Handover withdrawn`,
  };
  const ofDesk = entry.kind === 'handed_over' || entry.kind === 'reversed';
  const counted = entry.confirmed_by && t`Counted by ${entry.confirmed_by}`;
  const money = (amount: number) => formatMoney(Math.abs(amount), entry.currency_symbol);
  // The amount that is missing: the declared minus the counted amount, with the sign of the handover.
  const missing = entry.kind === 'handed_over' && entry.declared !== null ? entry.declared + entry.amount : 0;
  const short = missing !== 0 && Math.sign(missing) === Math.sign(entry.declared ?? 0);
  const said = money(entry.declared ?? 0);
  const off = money(missing);
  const difference =
    missing === 0
      ? null
      : short
        ? t`${said} declared, ${off} missing and still owed`
        : t`${said} declared, ${off} more counted`;
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-2.5">
      <p className="fit-words">
        <b className={cx('block', out ? 'font-medium text-ink-2' : 'font-semibold')}>{named[entry.kind]}</b>
        <small className="nums block text-sm text-ink-2">
          {[
            formatReadAt(Date.parse(entry.at), entry.time_zone),
            ...(ofDesk ? [counted, difference, entry.reason] : [entry.title, people, entry.unsent && t`not sent yet`]),
          ]
            .filter(Boolean)
            .join(', ')}
        </small>
      </p>
      <data
        value={entry.amount}
        className={cx(
          'nums ml-auto text-right whitespace-nowrap',
          out ? 'font-medium text-ink-2' : 'text-lg font-bold',
        )}
      >
        {formatMoney(entry.amount, entry.currency_symbol)}
      </data>
    </li>
  );
}

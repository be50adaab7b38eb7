import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Banknote, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { type Party, stillToCome } from '@/features/booking/tickets/arrived';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';
import type { Press } from './queries';

interface Props {
  /** The name of the booking's guest. */
  name: string;
  party: Party;
  names: readonly (string | null | undefined)[];
  /** The positions of people with their own ticket, who may arrive separately. */
  apart: readonly number[];
  /** The cash to collect, as a number and formatted. */
  due: { amount: number; text: string } | null;
  onClose: () => void;
  onConfirm: (press: Press) => void;
}

/** Asks which people of a party are here. The others may come later or not at all. */
export default function WhoIsHereDialog({ name, party, names, apart, due, onClose, onConfirm }: Props) {
  const { t } = useLingui();
  const expected = stillToCome(party);
  // No one is selected at first, because a forgotten selection would check in people who aren't here.
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const count = plural(chosen.length, { one: 'Check in # person', other: 'Check in # people' });
  const amount = due?.text ?? '';
  const confirm = (cash?: number) => {
    onClose();
    onConfirm({ action: 'checked_in', passengers: [...chosen].sort((a, b) => a - b), cash });
  };
  return (
    <Dialog
      kind={innerWidth < 640 ? 'sheet' : 'center'}
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Who in ${name}'s group is here?`}
      description={t`The others can be checked in later, with the same ticket.`}
      actions={
        <>
          <Button size="lg" onClick={onClose}>
            <Trans>Go back</Trans>
          </Button>
          {due && (
            <Button
              size="lg"
              variant="success"
              disabled={chosen.length === 0}
              icon={<Banknote aria-hidden="true" />}
              onClick={() => confirm(due.amount)}
            >
              <span>
                {count}, <Trans>{amount} received</Trans>
              </span>
            </Button>
          )}
          <Button
            size="lg"
            variant={due ? 'soft' : 'success'}
            disabled={chosen.length === 0}
            icon={<CircleCheck aria-hidden="true" />}
            onClick={() => confirm()}
          >
            <span>{count}</span>
          </Button>
        </>
      }
    >
      <fieldset className="grid min-w-0 gap-2">
        <legend className="sr-only">
          <Trans>Passengers</Trans>
        </legend>
        {expected.map((number) => {
          const checked = chosen.includes(number);
          return (
            <label
              key={number}
              className="flex min-h-14 cursor-pointer flex-wrap items-center gap-x-3 rounded-md border border-line-strong px-4 py-2 has-checked:border-ink has-checked:bg-surface-2 has-focus-visible:outline-3 has-focus-visible:outline-focus"
            >
              <input
                type="checkbox"
                className="size-6 flex-none accent-ink"
                checked={checked}
                onChange={() => setChosen(checked ? chosen.filter((one) => one !== number) : [...chosen, number])}
              />
              <span className="min-w-0 wrap-anywhere">{names[number - 1]?.trim() || t`Passenger ${number}`}</span>
              {apart.includes(number) && (
                <span className="text-sm text-ink-2">
                  <Trans>has a ticket of their own</Trans>
                </span>
              )}
            </label>
          );
        })}
      </fieldset>
    </Dialog>
  );
}

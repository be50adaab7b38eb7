import { plural, t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueries } from '@tanstack/react-query';
import { useId } from 'react';
import { z } from 'zod/mini';
import {
  type ChangeOptions,
  changeBooking,
  changeOptionsQuery,
  type Quote,
  quoteQuery,
  type Step,
} from '@/features/booking/tickets/changes/queries';
import { isVoid } from '@/features/booking/tickets/transitions';
import { ChargeChoice, sumsText } from '@/features/management/bookings/booking/change-money';
import { departureKey } from '@/features/management/bookings/booking/change-schema';
import { departureOptions } from '@/features/management/bookings/booking/departures';
import { deskRefusal } from '@/features/management/bookings/booking/desk-refusal';
import { customerName } from '@/features/management/bookings/labels';
import type { TerritoryBooking } from '@/features/management/bookings/queries';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { Pending } from '@/ui/feedback/Pending';
import { Skeleton } from '@/ui/feedback/states';
import { Select, Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormProblems } from '@/ui/form/Form';
import { requiredText } from '@/ui/form/text-rules';
import { useForm } from '@/ui/form/use-form';
import { Dialog } from '@/ui/overlay/Dialog';

/** More than a departure of a shuttle or a boat has. Each booking is asked for its price. */
const MAX_MOVED = 40;

interface Props {
  rows: readonly TerritoryBooking[];
  onClose: () => void;
  /** `move` moves one of these rows. It can be repeated after a lost response. */
  onMove: (rows: readonly TerritoryBooking[], move: (row: TerritoryBooking) => Promise<unknown>) => void;
}

/** Moves the selected bookings of one trip to another departure, after showing the effect on each guest. */
export default function MoveTicked({ rows, onClose, onMove }: Props) {
  const { t } = useLingui();
  const due = rows.filter((row) => !isVoid(row.status));
  const [first] = due;
  const single = new Set(due.map((row) => row.service_id)).size === 1;
  const queries = useQueries({
    queries: due.map((row) => ({ ...changeOptionsQuery(row.id, true), enabled: single && due.length <= MAX_MOVED })),
  });
  const options = queries.flatMap(({ data }) => data ?? []);
  if (single && due.length <= MAX_MOVED && options.length === due.length)
    return <Loaded rows={due} options={options} onClose={onClose} onMove={onMove} />;
  const missing = queries.find(({ data, error }) => !data && error) ?? queries.find(({ data }) => !data);
  return (
    <Dialog open onOpenChange={onClose} title={t`Move bookings`} description={single ? first?.title : undefined}>
      {!first ? (
        <Alert tone="info">
          <Trans>The selected bookings are no longer active, so there's nothing to move.</Trans>
        </Alert>
      ) : !single ? (
        <Alert tone="info">
          <Trans>These bookings are for different trips. Select the bookings of one trip to move them together.</Trans>
        </Alert>
      ) : due.length > MAX_MOVED ? (
        <Alert tone="info">
          <Trans>You can move up to {MAX_MOVED} bookings at a time.</Trans>
        </Alert>
      ) : (
        missing && (
          <Pending query={missing} label={t`Loading the bookings`}>
            <Skeleton className="h-12 rounded-md!" />
            <Skeleton className="h-32 rounded-md!" />
          </Pending>
        )
      )}
    </Dialog>
  );
}

const schema = z.object({
  departure: requiredText(() => t`Please choose a departure`, 100),
  charge: z.enum(['difference', 'none']),
  reason: requiredText(() => t`Please give a reason`, 500),
});
type Values = z.infer<typeof schema>;

function Loaded({ rows, options, onClose, onMove }: Props & { options: readonly ChangeOptions[] }) {
  const { t } = useLingui();
  const id = useId();
  const form = useForm({
    schema,
    values: { departure: '', charge: 'difference', reason: '' } as Values,
    save: async ({ reason, charge }) => {
      const moves = new Map(
        movable.map(({ row, about, quote }) => {
          const shown = { refund_amount: quote.refund_amount, extra_amount: quote.extra_amount };
          const key = crypto.randomUUID();
          const desk = { reason, waived: charge === 'none' };
          return [row.id, () => changeBooking(about, steps, shown, key, desk)] as const;
        }),
      );
      onMove(
        movable.map(({ row }) => row),
        async (row) => moves.get(row.id)?.(),
      );
    },
  });
  const { departure, charge } = form.values;
  const [service_date = '', slot_id = ''] = departure.split(' ');
  const steps: Step[] = departure ? [{ step: 'date', service_date, slot_id }] : [];
  const quotes = useQueries({ queries: rows.map((row) => quoteQuery(row.id, steps, charge === 'none')) });
  const previews = rows.flatMap((row, n) => {
    const [about, query] = [options[n], quotes[n]];
    return about && query ? [{ row, about, query }] : [];
  });
  const movable = previews.flatMap(({ row, about, query: { data: quote } }) =>
    quote && quote.refusal === null ? [{ row, about, quote }] : [],
  );
  const asking = departure !== '' && quotes.some(({ isFetching }) => isFetching);
  const people = rows.reduce((sum, row) => sum + row.num_people, 0);
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t`Move bookings`}
      description={rows[0]?.title}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Back</Trans>
          </Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            busy={asking}
            disabled={departure !== '' && !asking && movable.length === 0}
          >
            <Plural value={departure ? movable.length : rows.length} one="Move # booking" other="Move # bookings" />
          </Button>
        </>
      }
    >
      <Form form={form} id={id} className="grid gap-4" ownProblems>
        <Field
          label={t`Departure`}
          hint={plural(people, { one: '# person needs a seat', other: '# people need seats' })}
          {...form.field('departure')}
        >
          <Select
            {...form.register('departure')}
            empty={t`Choose a departure`}
            options={sharedDepartures(options, people)}
          />
        </Field>
        <ChargeChoice {...form.register('charge')} />
        <ul aria-label={t`Effect on each guest`} aria-busy={asking || undefined} className="grid gap-3">
          {previews.map(({ row, about, query }) => (
            <li key={row.id} className="wrap-anywhere">
              <strong className="font-semibold">{customerName(row)}</strong>
              <span className="text-ink-2">
                , <Plural value={row.num_people} one="# person" other="# people" />
              </span>
              {departure !== '' && (
                <Effect row={row} about={about} quote={query.data} error={query.error} waived={charge === 'none'} />
              )}
            </li>
          ))}
        </ul>
        <Field
          label={t`Reason`}
          hint={t`We'll keep your reason in the history of each booking. The guests don't see it.`}
          {...form.field('reason')}
        >
          <Textarea rows={2} maxLength={500} {...form.register('reason')} />
        </Field>
        <FormProblems />
      </Form>
    </Dialog>
  );
}

/** Returns the departures to which each booking could move, with seats for all of them together. */
function sharedDepartures(options: readonly ChangeOptions[], people: number) {
  const [first, ...others] = options;
  if (!first) return [];
  const { choices, departures = [] } = first.date;
  const left = new Map(departures.map((one) => [departureKey(one), one.left]));
  const possible = choices.filter(
    (choice) =>
      (left.get(departureKey(choice)) ?? people) >= people &&
      others.every(({ date }) => date.choices.some((one) => departureKey(one) === departureKey(choice))),
  );
  return departureOptions(possible, departures, people);
}

interface EffectProps {
  row: TerritoryBooking;
  about: ChangeOptions;
  quote: Quote | undefined;
  error: Error | null;
  waived: boolean;
}

/** Shows what the move means for a guest, or why it isn't possible. */
function Effect({ row, about, quote, error, waived }: EffectProps) {
  const { t } = useLingui();
  if (!quote) {
    return error ? <span className="block text-danger-text">{error.message}</span> : <Skeleton className="h-5" />;
  }
  const refused = deskRefusal(quote, about);
  if (refused) return <span className="block text-warn-text">{refused}</span>;
  return (
    <span className="block text-ink-2">
      {[
        sumsText(quote, about, waived),
        about.unpaid_change && t`This replaces the change that waits for the guest's payment.`,
        row.walk_in
          ? t`The guest has no account, so please tell them yourself.`
          : t`We'll email the guest what has changed.`,
      ]
        .filter(Boolean)
        .join(' ')}
    </span>
  );
}

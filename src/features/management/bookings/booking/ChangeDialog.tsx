import { plural, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { whenOf } from '@/features/booking/offers/labels';
import {
  type ChangeOptions,
  changeBooking,
  changeOptionsQuery,
  type Quote,
  quoteQuery,
} from '@/features/booking/tickets/changes/queries';
import { JoiningNames } from '@/features/booking/tickets/changes/WhoJoins';
import { LeavingPassengers } from '@/features/booking/tickets/changes/WhoLeaves';
import { sameKindServicesQuery } from '@/features/departures/cancelling/queries';
import { AppError } from '@/lib/api/errors';
import { isVersionConflict } from '@/lib/api/versions';
import { Button } from '@/ui/Button';
import { Fresh } from '@/ui/Fresh';
import { Alert } from '@/ui/feedback/Alert';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { Pending } from '@/ui/feedback/Pending';
import { Skeleton } from '@/ui/feedback/states';
import { Select, Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormProblems } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { Dialog } from '@/ui/overlay/Dialog';
import { ChargeChoice, sumsText } from './change-money';
import { type ChangeValues, changeSchema, joiningCount, leavingCount, stepsOf } from './change-schema';
import { changedText } from './changed-text';
import { departureOptions } from './departures';
import { deskRefusal, refusalOfAll } from './desk-refusal';
import type { BookingDetail } from './queries';
import { UnpaidChange } from './UnpaidChange';

interface Props {
  booking: BookingDetail;
  onClose: () => void;
  onDone: (text: string) => void;
  refresh: () => Promise<void>;
}

/**
 * Lets the team move a booking, also to another trip, or change its party, with a reason. They decide whether the
 * difference is charged or refunded.
 */
export default function ChangeDialog(props: Props) {
  const { t } = useLingui();
  const query = useQuery(changeOptionsQuery(props.booking.id, true));
  const refused = query.data ? refusalOfAll(query.data) : forOthersOnly(query.error);
  if (query.data && !refused) return <Loaded {...props} options={query.data} reload={query.refetch} />;
  return (
    <Dialog open onOpenChange={props.onClose} title={t`Change booking`} description={props.booking.title}>
      {refused ? (
        <Alert tone="info">{refused}</Alert>
      ) : (
        <Pending query={query} label={t`Loading the booking`}>
          <Skeleton className="h-12 rounded-md!" />
          <Skeleton className="h-20 rounded-md!" />
        </Pending>
      )}
    </Dialog>
  );
}

/** Why this person may not change it, but a colleague may; asking again would not help. */
const forOthersOnly = (error: Error | null): string | null =>
  error instanceof AppError && ['own_commission', 'own_booking'].includes(error.code) ? error.message : null;

const changedSince = () =>
  t`Someone else changed this booking after you opened it. We've loaded the latest version. Check your changes, then save again.`;

function Loaded({
  booking,
  options,
  reload,
  onClose,
  onDone,
  refresh,
}: Props & { options: ChangeOptions; reload: () => Promise<unknown> }) {
  const { t } = useLingui();
  const id = useId();
  const quoted = useForm({
    schema: changeSchema(options),
    values: {
      people: options.num_people,
      leaving: [],
      joining: [],
      service: options.service_id,
      departure: '',
      charge: 'difference',
      reason: '',
    } as ChangeValues,
    draft: `change-${options.booking_id}`,
    save: async (values, { key }) => {
      try {
        const { hold } = await changeBooking(options, stepsOf(values, options), shownOf(quote.data), key, {
          reason: values.reason,
          waived: values.charge === 'none',
        }).catch((error) => {
          throw isVersionConflict(error) ? new AppError('booking_changed', changedSince()) : error;
        });
        onDone(
          hold
            ? t`We've emailed the guest a link to pay the difference. We'll change the booking once they've paid.`
            : changedText(booking),
        );
        onClose();
      } finally {
        // Refetched even after a failure, because only the response may have been lost, or the price may have
        // changed.
        await Promise.all([refresh(), reload(), quote.refetch()]).catch(() => undefined);
      }
    },
  });
  const { values } = quoted;
  const quote = useQuote(values, options);
  const close = () => {
    quoted.discard();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !quoted.sending && close()}
      title={t`Change booking`}
      description={booking.title}
      actions={
        <>
          <Button onClick={close} disabled={quoted.sending}>
            <Trans>Back</Trans>
          </Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            busy={quoted.sending}
            disabled={quote.data !== undefined && quote.data.refusal !== null}
          >
            <Trans>Change booking</Trans>
          </Button>
        </>
      }
    >
      <Form form={quoted} id={id} className="grid gap-4" guarded ownProblems>
        <UnpaidChange booking={booking} replaced refresh={refresh} />
        <PartyFields form={quoted} options={options} />
        <ServiceField form={quoted} options={options} />
        {/* By service: the departures of one are not shown while those of another load. */}
        <DepartureField key={values.service} form={quoted} options={options} />
        <ChargeChoice {...quoted.register('charge')} />
        <Sums query={quote} options={options} waived={values.charge === 'none'} />
        <Field
          label={t`Reason`}
          hint={t`We'll keep your reason in the booking's history. The guest doesn't see it.`}
          {...quoted.field('reason')}
        >
          <Textarea rows={2} maxLength={500} {...quoted.register('reason')} />
        </Field>
        <FormProblems />
      </Form>
    </Dialog>
  );
}

type ChangeForm = ReturnType<typeof useForm<ChangeValues, ChangeValues>>;
type PartProps = { form: ChangeForm; options: ChangeOptions };

const shownOf = (quote: Quote | undefined) => ({
  refund_amount: quote?.refund_amount ?? 0,
  extra_amount: quote?.extra_amount ?? 0,
});

/** Returns the price of the change so far. It doesn't depend on who joins or leaves. */
function useQuote(values: ChangeValues, options: ChangeOptions) {
  const steps = stepsOf({ ...values, leaving: [], joining: [] }, options).map((step) =>
    step.step === 'party' ? { step: step.step, people: step.people } : step,
  );
  return useQuery(quoteQuery(options.booking_id, steps, values.charge === 'none'));
}

function PartyFields({ form, options }: PartProps) {
  const { t } = useLingui();
  const { values } = form;
  const most = Math.max(options.num_people, options.num_people + options.more.most);
  const joining = joiningCount(values, options);
  return (
    <>
      <Field label={t`People`} {...form.field('people')}>
        <Select
          value={values.people}
          onChange={({ target }) => {
            form.setValue('people', Number(target.value));
            form.setValue('leaving', []);
          }}
          options={Array.from({ length: most }, (_, n) => ({
            value: String(n + 1),
            label: plural(n + 1, { one: '# person', other: '# people' }),
          }))}
        />
      </Field>
      {leavingCount(values, options) > 0 && (
        <LeavingPassengers
          names={options.passengers}
          leaving={values.leaving}
          disabled={form.sending}
          onChange={(leaving) => form.setValue('leaving', leaving)}
        />
      )}
      {joining > 0 && (
        <JoiningNames
          names={Array.from({ length: joining }, (_, n) => values.joining[n] ?? '')}
          first={options.num_people + 1}
          pressed={form.failed}
          disabled={form.sending}
          onChange={(names) => form.setValue('joining', names)}
        />
      )}
    </>
  );
}

/** The booking's own service, and the others of its kind that are sold as it was. */
function ServiceField({ form, options }: PartProps) {
  const { t } = useLingui();
  const { service_id: own, booking_type: type, title } = options;
  const { data = [], error } = useQuery(sameKindServicesQuery(options.kind, own));
  const others = data.filter((one) => one.id !== own && [type, 'both'].includes(one.booking_type));
  if (others.length === 0 && !error) return null;
  return (
    <Field label={t`Service`} hint={error?.message} {...form.field('service')}>
      <Select
        value={form.values.service}
        onChange={({ target }) => {
          form.setValue('service', target.value);
          form.setValue('departure', '');
        }}
        options={[{ id: own, title }, ...others].map((one) => ({ value: one.id, label: one.title }))}
      />
    </Field>
  );
}

/** Offers the departures that have seats for the whole party. */
function DepartureField({ form, options }: PartProps) {
  const { t } = useLingui();
  const { people, service } = form.values;
  const another = service !== options.service_id;
  const party = people === options.num_people ? [] : [{ step: 'party', people }];
  const move = another ? { step: 'service', service_id: service } : { step: 'date' };
  const query = useQuery({
    ...quoteQuery(options.booking_id, [...party, move], true),
    placeholderData: keepPreviousData,
  });
  const { choices = [], departures = [] } = query.data ?? (another ? {} : options.date);
  const hint =
    query.error?.message ??
    (query.data && choices.length === 0 ? t`No departure has enough seats for this booking.` : undefined);
  return (
    <Field label={t`Departure`} hint={hint} {...form.field('departure')}>
      <Select
        {...form.register('departure')}
        empty={another ? t`Choose a departure` : t`Keep ${whenOf(options)}`}
        options={departureOptions(choices, departures, people)}
      />
    </Field>
  );
}

interface SumsProps {
  query: ReturnType<typeof useQuote>;
  options: ChangeOptions;
  waived: boolean;
}

/** Shows what the change costs or refunds, or why it is refused. */
function Sums({ query, options, waived }: SumsProps) {
  const { data, error } = query;
  if (error) return <FailureAlert error={error} />;
  if (!data) return null;
  const refused = deskRefusal(data, options);
  if (refused)
    return (
      <Alert tone="warn">
        <Fresh>{refused}</Fresh>
      </Alert>
    );
  return (
    <div className="grid gap-2" aria-live="polite">
      <p className="text-ink-2">
        <Fresh>{sumsText(data, options, waived)}</Fresh>
      </p>
      {data.lacks_passport && (
        <p className="text-warn-text">
          <Trans>
            This trip needs a passport photo, and the booking has none. Our email asks the guest to add it to their
            ticket.
          </Trans>
        </p>
      )}
    </div>
  );
}

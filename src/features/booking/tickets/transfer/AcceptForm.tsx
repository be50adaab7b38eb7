import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router-dom';
import type { Profile } from '@/features/account/profile/queries';
import { type BookingForm, bookingSchema } from '@/features/booking/checkout/form/booking-form';
import { ContactFields, SpanishField } from '@/features/booking/checkout/form/ContactFields';
import { ErrorSummary } from '@/features/booking/checkout/form/FormProblems';
import { PassengersField } from '@/features/booking/checkout/form/PassengersField';
import { WaiverField } from '@/features/booking/checkout/form/PaymentFields';
import { fillPassengers } from '@/features/booking/checkout/form/passengers';
import { PassportField } from '@/features/booking/checkout/form/passport/PassportField';
import { detailsQuery } from '@/features/booking/checkout/queries';
import { recall } from '@/features/booking/checkout/use-remembered';
import { Failure } from '@/features/booking/offers/choice-parts';
import { isTransient } from '@/lib/api/errors';
import { paths } from '@/lib/routing/paths';
import { Button } from '@/ui/Button';
import { Form } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { acceptTransfer, type OfferedTicket } from './queries';

interface Props {
  token: string;
  ticket: OfferedTicket;
  profile: Profile;
  onAccepted: () => Promise<unknown>;
  /** Called if the ticket has changed or can no longer be transferred. */
  onRefused: () => Promise<unknown>;
}

/** Returns the initial form for an existing ticket, without the giver's data. */
const formOf = (ticket: OfferedTicket, profile: Profile): BookingForm => ({
  serviceDate: ticket.booking_date,
  slotId: 'given',
  bookingType: ticket.booking_type,
  numPeople: ticket.num_people,
  paymentMethod: 'card',
  whatsappNumber: '',
  country: profile.country ?? '',
  hotelName: '',
  speaksSpanish: false,
  waiverAccepted: false,
  passports: [],
  passengers: ticket.kind === 'transport' ? fillPassengers([], ticket.num_people) : [],
  booker: { name: profile.full_name || ticket.full_name, email: profile.email },
});

/** These fields always come from the ticket and the account, even if a draft of the form was kept. */
const GIVEN = ['serviceDate', 'slotId', 'bookingType', 'numPeople', 'paymentMethod', 'booker'] as const;

/** Returns the name of a link's draft, which doesn't contain its token. */
const draftOf = (token: string, userId: string) => `ticket-transfer-${userId}-${token.slice(0, 8)}`;

/** Asks the new holder for the personal fields of a booking and for the waiver. */
export function AcceptForm({ token, ticket, profile, onAccepted, onRefused }: Props) {
  const [waiverOpen, setWaiverOpen] = useState(false);
  const accept = useMutation({
    mutationFn: (values: BookingForm) => acceptTransfer(token, ticket, values),
    onError: (error) => {
      if (!isTransient(error)) void onRefused();
    },
  });
  const form = useForm({
    schema: bookingSchema({
      kind: ticket.kind,
      minSpots: 1,
      minPrivateGuests: 1,
      passportRequired: ticket.passport_required,
    }),
    values: formOf(ticket, profile),
    draft: draftOf(token, profile.id),
    neverKept: GIVEN,
    save: (values) => accept.mutateAsync(values),
    onSaved: onAccepted,
  });
  useKnown(profile, ticket, form);
  const busy = form.sending;
  const name = profile.full_name || ticket.full_name;
  return (
    <FormProvider {...form}>
      {/* The form shares its fields and its summary of errors with the checkout. */}
      <Form form={form} ownProblems className="@container grid grid-cols-1 gap-5">
        <ErrorSummary />
        <p className="wrap-anywhere">
          <span>
            <Trans>
              In the name of <strong>{name}</strong>
            </Trans>
          </span>{' '}
          <Link className="btn-link inline-flex min-h-11 items-center" to={paths.profile}>
            <Trans>Change your name in your profile</Trans>
          </Link>
        </p>
        <ContactFields kind={ticket.kind} origin={profile.country} disabled={busy} />
        <div className="-my-3">
          <SpanishField disabled={busy} />
        </div>
        {ticket.kind === 'transport' && <PassengersField disabled={busy} />}
        {ticket.passport_required && <PassportField userId={profile.id} disabled={busy} />}
        <WaiverField disabled={busy} open={waiverOpen} onOpenChange={setWaiverOpen} />
        <Failure error={accept.error} />
        <Button type="submit" variant="primary" size="lg" block busy={busy}>
          <Trans>Accept ticket</Trans>
        </Button>
        <p className="text-sm text-ink-2">
          <Trans>
            By accepting, you agree to the <Link to={paths.terms}>Terms of Service</Link>.
          </Trans>
        </p>
      </Form>
    </FormProvider>
  );
}

/** Prefills the form once from the person's last booking. Values that they type win. */
function useKnown(
  profile: Profile,
  ticket: OfferedTicket,
  { getValues, setValue }: Pick<UseFormReturn<BookingForm>, 'getValues' | 'setValue'>,
) {
  const { data } = useQuery(detailsQuery(profile.id, ticket.territory_id));
  useEffect(() => {
    if (!data || getValues('remembered')) return;
    const known = Object.entries(recall(getValues(), data, profile.country)) as [keyof BookingForm, string | boolean][];
    for (const [field, value] of known) setValue(field, value);
    setValue('remembered', true);
  }, [data, profile.country, getValues, setValue]);
}

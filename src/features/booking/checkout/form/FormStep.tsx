import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useReferral } from '@/features/account/referral/referral';
import type { ReturnToState } from '@/features/account/sign-in/return-to';
import { HoldCountdown } from '@/features/booking/checkout/HoldCountdown';
import { labelsOf } from '@/features/booking/checkout/labels';
import type { CheckoutEvent, CheckoutState } from '@/features/booking/checkout/machine';
import { PanelHead } from '@/features/booking/checkout/price';
import { type Service, servicePath } from '@/features/booking/checkout/service';
import { MinimumLine } from '@/features/booking/minimum/MinimumLine';
import { FullDepartures } from '@/features/booking/waitlist/FullDepartures';
import { useWaitlistOnly } from '@/features/booking/waitlist/use-waitlist-only';
import { Conditions } from '@/features/catalogue/conditions/Conditions';
import { formatShortDate } from '@/lib/format/dates';
import { paths, withQuery } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { Skeleton } from '@/ui/feedback/states';
import { lazyPart } from '@/ui/loading/lazy-part';
import type { BookingForm } from './booking-form';
import { ContactFields, SpanishField } from './ContactFields';
import { DateField } from './DateField';
import { DepartureField, SlotField } from './DepartureField';
import { useObviousChoices } from './departures';
import { FormFooter } from './FormFooter';
import { ErrorSummary, FormProblem } from './FormProblems';
import { PartyField } from './PartyField';
import { PassengersField } from './PassengersField';
import { PaymentMethodField, WaiverField } from './PaymentFields';
import { useChosenDeparture, useFormWaits } from './use-chosen-departure';

// Few people and few services need these.
const OwnTickets = lazyPart(() => import('./OwnTickets'), { failed: null, ahead: false });
const PassportField = lazyPart(async () => ({ default: (await import('./passport/PassportField')).PassportField }), {
  fallback: <Skeleton className="h-36" />,
});

type Props = {
  service: Service;
  userId: string | null;
  /** The person's country, which is the default for the phone number. */
  origin: string | null;
  state: Extract<CheckoutState, { step: 'form' | 'holding' | 'expired' }>;
  send: (event: CheckoutEvent) => void;
};

/** Shows the fields, the price and the button that holds the seats. */
export function FormStep({ service, userId, origin, state, send }: Props) {
  const { control } = useFormContext<BookingForm>();
  const form = useWatch({ control }) as BookingForm;
  const [waiverOpen, setWaiverOpen] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const holding = state.step === 'holding';
  const kept = state.step === 'expired' ? null : state.kept;
  // The filled form stays visible below the notice when the last seats are sold.
  const waitsOnly = useWaitlistOnly(service, userId) && state.step === 'form' && !kept && !state.problem;
  const signIn: ReturnToState = {
    from: `${servicePath(service)}#book`,
    why: {
      reason: labelsOf(service.kind).logIn,
      register: t`Create an account to book`,
      subject: [service.title, form.serviceDate && formatShortDate(form.serviceDate)].filter(Boolean).join(', '),
    },
  };

  // A new problem appears above the fields, which the guest may have scrolled out of view on a desktop.
  const problem = state.step === 'form' ? state.problem : null;
  useEffect(() => {
    if (problem || state.step === 'expired') scroller.current?.scrollTo?.({ top: 0 });
  }, [problem, state.step]);

  return (
    <>
      <PanelHead service={service} type={form.bookingType} />
      <div
        ref={scroller}
        className="@container grid min-h-0 grid-cols-1 gap-5 overflow-y-auto px-[min(1.25rem,7vw)] pt-1 pb-5 sm:px-6"
      >
        {!userId && <SignInPrompt signIn={signIn} />}
        <FormProblem service={service} state={state} signIn={signIn} />
        {kept?.keepsSeats && (
          <HoldCountdown expiresAt={kept.expiresAt}>
            <Trans>We'll keep holding your seats while you change your details.</Trans>
          </HoldCountdown>
        )}
        <Conditions territoryId={service.territoryId} service={service} />
        <ErrorSummary />
        <FormFields
          service={service}
          userId={userId}
          origin={origin}
          signIn={signIn}
          disabled={holding}
          waitsOnly={waitsOnly}
          waiverOpen={waiverOpen}
          onWaiver={setWaiverOpen}
        />
      </div>
      {!waitsOnly && (
        <FormFooter
          service={service}
          userId={userId}
          holding={holding}
          form={form}
          signIn={signIn}
          scroller={scroller}
          onWaiver={() => setWaiverOpen(true)}
          onSubmit={(shown) => send({ type: 'submit', shown })}
        />
      )}
    </>
  );
}

/** Invites visitors to sign in, above the form. Their input is kept while they do. */
function SignInPrompt({ signIn }: { signIn: ReturnToState }) {
  const ref = useReferral();
  return (
    <div className="grid grid-cols-1 gap-3 rounded-lg bg-surface-2 p-[min(1rem,6vw)]">
      <div>
        <h2 className="font-bold">
          <Trans>Sign in to Book</Trans>
        </h2>
        <p className="text-sm text-ink-2">
          <Trans>We save your details as you go.</Trans>
        </p>
      </div>
      <div className="flex flex-wrap gap-2 [&>*]:min-w-[min(100%,5.5rem)]! [&>*]:flex-1">
        <LinkButton to={withQuery(paths.register, { ref })} state={signIn}>
          <Trans>Create Account</Trans>
        </LinkButton>
        <LinkButton to={withQuery(paths.login, { ref })} state={signIn}>
          <Trans>Sign In</Trans>
        </LinkButton>
      </div>
    </div>
  );
}

type FieldsProps = {
  service: Service;
  userId: string | null;
  origin: string | null;
  signIn: ReturnToState;
  disabled: boolean;
  /** True if the day is sold out, so that only the waitlist is offered. */
  waitsOnly: boolean;
  waiverOpen: boolean;
  onWaiver: (open: boolean) => void;
};

/**
 * Shows the chosen departure's guests and minimum (for shared bookings), and the tickets that the person already
 * has for it.
 */
function ChosenDeparture({ service: { kind, id, timeZone }, userId }: Pick<FieldsProps, 'service' | 'userId'>) {
  const { control } = useFormContext<BookingForm>();
  const [type, method] = useWatch({ control, name: ['bookingType', 'paymentMethod'] });
  const departure = useChosenDeparture({ kind, id });
  const waits = useFormWaits({ kind, id });
  if (!departure) return null;
  return (
    <>
      {type !== 'private' && (
        <MinimumLine
          departure={departure}
          timeZone={timeZone}
          refundTo={method === 'cash' ? 'nobody' : waits ? 'card' : 'holder'}
          className="-mt-2"
        />
      )}
      {userId && <OwnTickets userId={userId} departure={departure} />}
    </>
  );
}

/** Shows the form's fields. Experiences ask for a time, and transport asks for the passengers. */
function FormFields(props: FieldsProps) {
  const { service, userId, signIn, disabled, waitsOnly } = props;
  const isTransport = service.kind === 'transport';
  useObviousChoices(service, disabled);
  return (
    <>
      <DateField service={service} disabled={disabled} />
      {isTransport ? (
        <DepartureField service={service} disabled={disabled} />
      ) : (
        <SlotField service={service} disabled={disabled} />
      )}
      <ChosenDeparture service={service} userId={userId} />
      {/* Guests can wait for a private departure too. The waitlist asks for the number of people separately. */}
      {(!waitsOnly || service.bookingType === 'both') && <PartyField service={service} disabled={disabled} />}
      <FullDepartures service={service} userId={userId} signIn={signIn} disabled={disabled} />
      {!waitsOnly && <BookingFields {...props} />}
    </>
  );
}

/** Shows the fields for contact, payment and waiver. */
function BookingFields({ service, userId, origin, disabled, waiverOpen, onWaiver }: FieldsProps) {
  const isTransport = service.kind === 'transport';
  return (
    <>
      <ContactFields kind={service.kind} origin={origin} disabled={disabled} />
      {isTransport && (
        <>
          <div className="-my-3">
            <SpanishField disabled={disabled} />
          </div>
          <PassengersField disabled={disabled} />
        </>
      )}
      {service.passportRequired && <PassportField userId={userId} disabled={disabled} />}
      {service.cashAllowed && <PaymentMethodField service={service} disabled={disabled} />}
      <div className="-my-2">
        {!isTransport && <SpanishField disabled={disabled} />}
        <WaiverField disabled={disabled} open={waiverOpen} onOpenChange={onWaiver} />
      </div>
    </>
  );
}

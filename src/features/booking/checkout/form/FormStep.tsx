import { Trans, useLingui } from '@lingui/react/macro';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Lock, Ticket } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { useReferral } from '@/features/account/referral/referral';
import { type ReturnToState, storeReturnTo } from '@/features/account/sign-in/return-to';
import type { Quote } from '@/features/booking/checkout/dto';
import { HoldCountdown } from '@/features/booking/checkout/HoldCountdown';
import { labelsOf } from '@/features/booking/checkout/labels';
import type { CheckoutEvent, CheckoutState } from '@/features/booking/checkout/machine';
import { CancellationLine, PanelHead, PriceLines } from '@/features/booking/checkout/price';
import { quoteQuery } from '@/features/booking/checkout/queries';
import { type Service, servicePath } from '@/features/booking/checkout/service';
import { PayButton } from '@/features/booking/checkout/step-parts';
import { MinimumLine } from '@/features/booking/minimum/MinimumLine';
import { FullDepartures } from '@/features/booking/waiting/FullDepartures';
import { dayText } from '@/features/catalogue/cancellation-policy';
import { Conditions } from '@/features/catalogue/conditions/Conditions';
import { formatShortDate } from '@/lib/format/dates';
import { paths, withQuery } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { Skeleton } from '@/ui/feedback/states';
import { type BookingForm, payBlocker } from './booking-form';
import { ContactFields, SpanishField } from './ContactFields';
import { DateField } from './DateField';
import { DepartureField, SlotField } from './DepartureField';
import { departureFit, useDepartures, useObviousChoices } from './departures';
import { ErrorSummary, FormProblem } from './FormProblems';
import { OwnTickets } from './OwnTickets';
import { PartyField } from './PartyField';
import { PassengersField } from './PassengersField';
import { PaymentMethodField, WaiverField } from './PaymentFields';
import { PassportField } from './passport/PassportField';
import { useChosenDeparture, useFormWaits } from './use-chosen-departure';

type Props = {
  service: Service;
  userId: string | null;
  /** The country of the person, for the phone number. */
  origin: string | null;
  state: Extract<CheckoutState, { step: 'form' | 'holding' | 'expired' }>;
  send: (event: CheckoutEvent) => void;
};

/** The fields, the price and the button that takes the seats. */
export function FormStep({ service, userId, origin, state, send }: Props) {
  const { control } = useFormContext<BookingForm>();
  const form = useWatch({ control }) as BookingForm;
  const [waiverOpen, setWaiverOpen] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const holding = state.step === 'holding';
  const signIn: ReturnToState = {
    from: `${servicePath(service)}#book`,
    why: {
      reason: labelsOf(service.kind).logIn,
      subject: [service.title, form.serviceDate && formatShortDate(form.serviceDate)].filter(Boolean).join(', '),
    },
  };

  // A new problem stands at the top of the fields; on desktop that may be scrolled away.
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
        {state.step !== 'expired' && state.kept?.keepsSeats && (
          <HoldCountdown expiresAt={state.kept.expiresAt}>
            <Trans>They stay yours while you change details.</Trans>
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
          waiverOpen={waiverOpen}
          onWaiver={setWaiverOpen}
        />
      </div>
      <Footer
        service={service}
        userId={userId}
        holding={holding}
        form={form}
        signIn={signIn}
        scroller={scroller}
        onWaiver={() => setWaiverOpen(true)}
        onSubmit={(shown) => send({ type: 'submit', shown })}
      />
    </>
  );
}

type FooterProps = {
  service: Service;
  userId: string | null;
  holding: boolean;
  form: BookingForm;
  signIn: ReturnToState;
  scroller: RefObject<HTMLDivElement | null>;
  onWaiver: () => void;
  /** With the price that stands on the page. */
  onSubmit: (shown: number | null) => void;
};

/** The price, until when it can be cancelled, and the button. A press first sees to what is in its way. */
function Footer({ service, userId, holding, form, signIn, scroller, onWaiver, onSubmit }: FooterProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { handleSubmit } = useFormContext<BookingForm>();
  const departure = useDepartures(service, form.serviceDate.slice(0, 7)).chosen(form);
  const quote = useQuery(quoteQuery(service, form.bookingType, form.numPeople));
  const shown = quote.isPlaceholderData ? null : (quote.data?.totalPrice ?? null);
  // Whether the day's transport can take this booking; unknown counts as yes, the database decides.
  const hasRoom =
    service.kind === 'experience' || !departure || departureFit(service, form.bookingType, departure) === 'fits';
  const blocker = payBlocker(form, service, hasRoom);
  const cash = form.paymentMethod === 'cash';

  const press = () => {
    if (holding) return;
    // For transport the date is asked for before anything else.
    if (!userId && blocker !== 'serviceDate') {
      storeReturnTo(signIn.from);
      navigate(paths.login, { state: signIn });
    } else if (blocker === 'waiverAccepted') onWaiver();
    else
      void handleSubmit(
        () => onSubmit(shown),
        () => scroller.current?.scrollTo?.({ top: 0 }),
      )();
  };

  return (
    <div className="border-t border-line bg-surface px-[min(1.25rem,7vw)] pt-4 pb-5 sm:px-6">
      <Price quote={quote} />
      <div className="mt-2">
        <Terms service={service} form={form} />
      </div>
      <div className="mt-3.5">
        <PayButton
          blocked={Boolean(userId) && blocker !== null}
          busy={holding}
          icon={cash ? <Ticket aria-hidden="true" /> : <Lock aria-hidden="true" />}
          onPress={press}
        >
          {holding ? t`Holding your seats` : cash ? t`Book and pay in cash` : t`Continue to payment`}
        </PayButton>
      </div>
    </div>
  );
}

/** The terms of cancelling of the chosen departure; before that of those of the day that have room. */
function Terms({ service, form }: Pick<FooterProps, 'service' | 'form'>) {
  const { chosen, on } = useDepartures(service, form.serviceDate.slice(0, 7));
  const departure = chosen(form);
  const ofDay = on(form.serviceDate);
  const open = ofDay.filter((one) => departureFit(service, form.bookingType, one) === 'fits');
  const meant = departure ? [departure] : open.length > 0 ? open : ofDay;
  const zoned = meant.map((one) => ({ ...one, timeZone: service.timeZone }));
  return (
    <CancellationLine>{dayText(service.cancellationPolicy, zoned, form.paymentMethod === 'cash')}</CancellationLine>
  );
}

function Price({ quote }: { quote: UseQueryResult<Quote> }) {
  const { data, error, isPlaceholderData } = quote;
  if (error) return <p className="err">{error.message}</p>;
  if (!data) return <Skeleton className="h-14" />;
  return (
    <PriceLines lines={data.lines} total={data.totalPrice} symbol={data.currencySymbol} stale={isPlaceholderData} />
  );
}

/** For visitors, above the form: what they type is kept while they sign in. */
function SignInPrompt({ signIn }: { signIn: ReturnToState }) {
  const ref = useReferral();
  return (
    <div className="grid grid-cols-1 gap-3 rounded-lg bg-surface-2 p-[min(1rem,6vw)]">
      <div>
        <h2 className="font-bold">
          <Trans>Sign in to Book</Trans>
        </h2>
        <p className="text-sm text-ink-2">
          <Trans>What you fill in here is kept for you.</Trans>
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
  waiverOpen: boolean;
  onWaiver: (open: boolean) => void;
};

/** Of what is chosen: how many guests it has of those that it needs, as a private group needs no others; and what one has booked of it already. */
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

/** What the form asks for. An experience has times to choose from; transport leaves once a day, and asks who travels. */
function FormFields({ service, userId, origin, signIn, disabled, waiverOpen, onWaiver }: FieldsProps) {
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
      <PartyField service={service} disabled={disabled} />
      <FullDepartures service={service} userId={userId} signIn={signIn} disabled={disabled} />
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

import { useLingui } from '@lingui/react/macro';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Banknote, Lock } from 'lucide-react';
import type { RefObject } from 'react';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { type ReturnToState, storeReturnTo } from '@/features/account/sign-in/return-to';
import type { Quote } from '@/features/booking/checkout/dto';
import { CancellationLine, PriceLines } from '@/features/booking/checkout/price';
import { quoteQuery } from '@/features/booking/checkout/queries';
import type { Service } from '@/features/booking/checkout/service';
import { PayButton } from '@/features/booking/checkout/step-parts';
import { dayText } from '@/features/catalogue/cancellation-policy';
import { paths } from '@/lib/routing/paths';
import { Skeleton } from '@/ui/feedback/states';
import { type BookingForm, payBlocker } from './booking-form';
import { departureFit, useDepartures } from './departures';
import { useFormWaits } from './use-chosen-departure';

type FooterProps = {
  service: Service;
  userId: string | null;
  holding: boolean;
  form: BookingForm;
  signIn: ReturnToState;
  scroller: RefObject<HTMLDivElement | null>;
  onWaiver: () => void;
  /** Receives the price that the page shows. */
  onSubmit: (shown: number | null) => void;
};

/** Shows the price, the cancellation terms and the button. A click first points out what is missing. */
export function FormFooter({ service, userId, holding, form, signIn, scroller, onWaiver, onSubmit }: FooterProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { handleSubmit, setError } = useFormContext<BookingForm>();
  const { on, chosen } = useDepartures(service, form.serviceDate.slice(0, 7));
  const departure = chosen(form);
  const needsTime = service.kind === 'transport' && !departure && on(form.serviceDate).length > 1;
  const quote = useQuery(quoteQuery(service, form.bookingType, form.numPeople));
  const shown = quote.isPlaceholderData ? null : (quote.data?.totalPrice ?? null);
  // An unknown number of seats counts as enough, because the database decides.
  const hasRoom =
    service.kind === 'experience' || !departure || departureFit(service, form.bookingType, departure) === 'fits';
  const blocker = needsTime ? 'slotId' : payBlocker(form, service, hasRoom);
  const cash = form.paymentMethod === 'cash';

  const press = () => {
    if (holding) return;
    // Transport needs a date before the visitor is asked to sign in.
    if (!userId && blocker !== 'serviceDate') {
      storeReturnTo(signIn.from);
      navigate(paths.login, { state: signIn });
    } else if (needsTime) setError('slotId', { message: t`Please select a time slot` });
    else if (blocker === 'waiverAccepted') onWaiver();
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
          icon={cash ? <Banknote aria-hidden="true" /> : <Lock aria-hidden="true" />}
          onPress={press}
        >
          {holding ? t`Holding your seats` : cash ? t`Book and pay in cash` : t`Continue to payment`}
        </PayButton>
      </div>
    </div>
  );
}

/**
 * Shows the chosen departure's cancellation terms. If none is chosen, shows the terms of the day's departures that
 * have seats.
 */
function Terms({ service, form }: Pick<FooterProps, 'service' | 'form'>) {
  const { chosen, on } = useDepartures(service, form.serviceDate.slice(0, 7));
  const departure = chosen(form);
  const ofDay = on(form.serviceDate);
  const open = ofDay.filter((one) => departureFit(service, form.bookingType, one) === 'fits');
  const meant = departure ? [departure] : open.length > 0 ? open : ofDay;
  const zoned = meant.map((one) => ({ ...one, timeZone: service.timeZone }));
  const cash = form.paymentMethod === 'cash';
  const waits = useFormWaits(service) && !cash;
  return <CancellationLine waits={waits}>{dayText(service.cancellationPolicy, zoned, cash)}</CancellationLine>;
}

function Price({ quote }: { quote: UseQueryResult<Quote> }) {
  const { data, error, isPlaceholderData } = quote;
  if (error) return <p className="err">{error.message}</p>;
  if (!data) return <Skeleton className="h-14" />;
  return (
    <PriceLines lines={data.lines} total={data.totalPrice} symbol={data.currencySymbol} stale={isPlaceholderData} />
  );
}

import { useLingui } from '@lingui/react/macro';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Lock, Ticket } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { rememberOrigin } from '@/features/account/sign-in/origin';
import { paths } from '@/lib/routing/paths';
import { Skeleton } from '@/ui/feedback/states';
import { CancellationLine } from './CancellationLine';
import type { BookingForm } from './draft';
import { ErrorSummary } from './ErrorSummary';
import { FormFields } from './FormFields';
import { FormProblem } from './FormProblem';
import type { CheckoutEvent, CheckoutState } from './machine';
import { PanelHead } from './PanelHead';
import { PayButton } from './PayButton';
import { PriceLines } from './PriceLines';
import { departureFit } from './people';
import { quoteQuery } from './queries';
import { SignInPrompt } from './SignInPrompt';
import { payBlocker } from './schema';
import type { Quote, Service } from './types';
import { useDepartures } from './use-departures';
import { servicePath } from './wording';

type Props = {
  service: Service;
  userId: string | null;
  state: Extract<CheckoutState, { step: 'form' | 'holding' | 'expired' }>;
  send: (event: CheckoutEvent) => void;
};

function Price({ quote }: { quote: UseQueryResult<Quote> }) {
  const { data, error, isPlaceholderData } = quote;
  if (error) return <p className="err">{error.message}</p>;
  if (!data) return <Skeleton className="h-14" />;
  return (
    <PriceLines lines={data.lines} total={data.totalPrice} symbol={data.currencySymbol} stale={isPlaceholderData} />
  );
}

/** Whether the day's transport can take this booking; unknown counts as yes, the database decides. */
function useRoom(service: Service, form: BookingForm): boolean {
  const departure = useDepartures(service, form.serviceDate.slice(0, 7)).chosen(form);
  return service.kind === 'experience' || !departure || departureFit(service, form.bookingType, departure) === 'fits';
}

/** The fields, the price and the button that takes the seats. */
export function FormStep({ service, userId, state, send }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { control, handleSubmit } = useFormContext<BookingForm>();
  const form = useWatch({ control }) as BookingForm;
  const [waiverOpen, setWaiverOpen] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const holding = state.step === 'holding';
  const from = `${servicePath(service)}#book`;
  const quote = useQuery(quoteQuery(service, form.bookingType, form.numPeople));
  const shown = quote.isPlaceholderData ? null : (quote.data?.totalPrice ?? null);
  const blocker = payBlocker(form, service, useRoom(service, form));

  // A new problem stands at the top of the fields; on desktop that may be scrolled away.
  const problem = state.step === 'form' ? state.problem : null;
  useEffect(() => {
    if (problem || state.step === 'expired') scroller.current?.scrollTo?.({ top: 0 });
  }, [problem, state.step]);

  const press = () => {
    if (holding) return;
    // For transport the date is asked for before anything else (spec part 2, section 5).
    if (!userId && blocker !== 'serviceDate') {
      rememberOrigin(from);
      navigate(paths.login, { state: { from } });
      return;
    }
    if (blocker === 'waiverAccepted') {
      setWaiverOpen(true);
      return;
    }
    void handleSubmit(
      () => send({ type: 'submit', shown }),
      () => scroller.current?.scrollTo?.({ top: 0 }),
    )();
  };

  return (
    <>
      <PanelHead service={service} type={form.bookingType} />
      <div ref={scroller} className="grid min-h-0 gap-5 overflow-y-auto px-5 pt-1 pb-5 sm:px-6">
        {!userId && <SignInPrompt from={from} />}
        <FormProblem service={service} state={state} from={from} />
        <ErrorSummary />
        <FormFields
          service={service}
          userId={userId}
          disabled={holding}
          waiverOpen={waiverOpen}
          onWaiver={setWaiverOpen}
        />
      </div>
      <div className="border-t border-line bg-surface px-5 pt-4 pb-5 sm:px-6">
        <Price quote={quote} />
        <div className="mt-2">
          <CancellationLine service={service} form={form} />
        </div>
        <div className="mt-3.5">
          <PayButton
            blocked={Boolean(userId) && blocker !== null}
            busy={holding}
            icon={form.paymentMethod === 'cash' ? <Ticket aria-hidden="true" /> : <Lock aria-hidden="true" />}
            onPress={press}
          >
            {holding
              ? t`Holding your seats`
              : form.paymentMethod === 'cash'
                ? t`Book and pay in cash`
                : t`Continue to payment`}
          </PayButton>
        </div>
      </div>
    </>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { Lock } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Hold } from '@/features/booking/checkout/dto';
import type { CheckoutEvent, CheckoutState, Problem } from '@/features/booking/checkout/machine';
import { PriceLines } from '@/features/booking/checkout/price';
import { CardSkeleton, PayButton } from '@/features/booking/checkout/step-parts';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { getStripe, readConfirmation } from './stripe';

type CardState = Extract<CheckoutState, { step: 'card' | 'paying' }>;
type Props = {
  state: CardState;
  send: (event: CheckoutEvent) => void;
  onEdit?: () => void;
  /** Called before the card is charged. Returns false if there is nothing left to pay, after reporting why. */
  ask?: () => Promise<boolean>;
  /** True if the card is only authorised now and charged once the departure is confirmed. */
  waits?: boolean;
};

function useStripeLoader() {
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (failed) return;
    let live = true;
    getStripe()
      .then((loaded) => live && setStripe(loaded))
      .catch(() => live && setFailed(true));
    return () => {
      live = false;
    };
  }, [failed]);
  return { stripe, failed, retry: () => setFailed(false) };
}

const isDark = () => document.documentElement.classList.contains('dark');

/** Shows the card form and the pay button, for Stripe and the local emulator. */
export default function CardStep(props: Props) {
  const { t } = useLingui();
  const { stripe, failed, retry } = useStripeLoader();
  if (failed) {
    return (
      <Alert tone="danger" action={<Button size="sm" onClick={retry}>{t`Try again`}</Button>}>
        {props.state.hold.keepsSeats ? (
          <Trans>We couldn't load the card form. Your seats are held and nothing has been charged.</Trans>
        ) : (
          <Trans>We couldn't load the card form. Nothing has been charged.</Trans>
        )}
      </Alert>
    );
  }
  if (!stripe) return <CardSkeleton />;
  const { clientSecret } = props.state.intent;
  return (
    <Elements
      key={clientSecret}
      stripe={stripe}
      options={{
        clientSecret,
        appearance: {
          theme: isDark() ? 'night' : 'stripe',
          variables: { colorPrimary: '#14777f', borderRadius: '12px' },
        },
      }}
    >
      <CardForm {...props} />
    </Elements>
  );
}

/** Confirms the payment with Stripe, and turns every outcome into an event of the checkout. */
function usePay(send: Props['send'], paying: boolean, ask: Props['ask']) {
  const stripe = useStripe();
  const elements = useElements();
  // A ref is needed, because a second click before the next render would still see the old state.
  const pressed = useRef(false);
  return async () => {
    if (!stripe || !elements || pressed.current || paying) return;
    pressed.current = true;
    try {
      const { error } = await elements.submit();
      if (error) return; // the form shows it beside its fields
      if (ask && !(await ask())) return;
      send({ type: 'pay' });
      const return_url = `${location.origin}${location.pathname}`;
      send(
        readConfirmation(
          await stripe.confirmPayment({ elements, redirect: 'if_required', confirmParams: { return_url } }),
        ),
      );
    } catch {
      send({ type: 'lost' });
    } finally {
      pressed.current = false;
    }
  };
}

function Declined({ problem, keepsSeats }: { problem: Problem } & Pick<Hold, 'keepsSeats'>) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} tabIndex={-1} className="rounded-md">
      <Alert tone="danger">
        <p>{problem.message}</p>
        <p className="mt-0.5">
          <span>
            {keepsSeats ? (
              <Trans>Nothing was charged and your seats are still held.</Trans>
            ) : (
              <Trans>Nothing was charged.</Trans>
            )}
          </span>{' '}
          <span>
            {problem.code === 'not_paid' ? (
              <Trans>Enter the card again, or use another one.</Trans>
            ) : (
              <Trans>Check the card or use another one.</Trans>
            )}
          </span>
        </p>
      </Alert>
    </div>
  );
}

function CardForm({ state, send, onEdit, ask, waits = false }: Props) {
  const [ready, setReady] = useState(false);
  const paying = state.step === 'paying';
  const pay = usePay(send, paying, ask);
  const { hold } = state;
  const amount = formatMoney(hold.totalPrice, hold.currencySymbol);
  // Pressing Enter in one of Stripe's fields submits the form even while the button is disabled.
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) void pay();
  };
  return (
    <form className="contents" noValidate onSubmit={submit}>
      <div className="grid gap-4">
        {state.step === 'card' && state.problem && <Declined problem={state.problem} keepsSeats={hold.keepsSeats} />}
        {!ready && <CardSkeleton />}
        <PaymentElement onReady={() => setReady(true)} />
      </div>
      <div className="-mx-5 mt-1 grid gap-3.5 border-t border-line px-5 pt-4 sm:-mx-6 sm:px-6">
        <PriceLines lines={hold.lines} total={hold.totalPrice} symbol={hold.currencySymbol} />
        {waits && (
          <p className="text-sm text-ink-2">
            <Trans>You won't be charged now. We'll charge your card only once the trip is confirmed to go ahead.</Trans>
          </p>
        )}
        <PayButton blocked={!ready} busy={paying} icon={<Lock aria-hidden="true" />} onPress={() => void pay()}>
          {waits ? (
            <span key="hold">
              {paying ? <Trans>Holding {amount} on your card</Trans> : <Trans>Hold {amount} on my card</Trans>}
            </span>
          ) : (
            <span key="pay">{paying ? <Trans>Paying {amount}</Trans> : <Trans>Pay {amount}</Trans>}</span>
          )}
        </PayButton>
        {onEdit && (
          <Button variant="ghost" disabled={paying} onClick={onEdit}>
            <Trans>Change details</Trans>
          </Button>
        )}
      </div>
    </form>
  );
}

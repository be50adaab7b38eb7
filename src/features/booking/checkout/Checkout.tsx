import { zodResolver } from '@hookform/resolvers/zod';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { HuipilBand } from '@/ui/brand';
import { lazyPart } from '@/ui/loading/lazy-part';
import { useDraft } from './draft';
import { type BookingForm, bookingSchema, emptyForm } from './form/booking-form';
import { FormStep } from './form/FormStep';
import { labelsOf } from './labels';
import { PriceBar } from './PriceBar';
import type { Service } from './service';
import { Waiting } from './step-parts';
import { useBackToForm } from './use-back';
import { useCheckout } from './use-checkout';
import { useRemembered } from './use-remembered';

type Props = {
  service: Service;
  userId: string | null;
  booker?: BookingForm['booker'];
  country?: string | null;
};

const LaterSteps = lazyPart(() => import('./LaterSteps'), {
  fallback: (
    <Waiting>
      <Trans>Loading</Trans>
    </Waiting>
  ),
});

const NOBODY = { name: '', email: '' };

/**
 * Contains the form, payment and ticket of a service for one person. Give it a `key` of both, because it keeps a
 * draft for each pair. `FormStep` sends 'submit', `useCheckout` holds the seats, `HoldStep` shows them for 15
 * minutes and asks for the card (`CardStep`), and `BookedStep` shows the ticket. `machine.ts` has all states and
 * transitions. The checkout doesn't use `ui/form/use-form`: the machine handles clicks, the draft includes pending
 * requests and must be written before each of them, and the summary counts missing fields.
 */
export default function Checkout({ service, userId, booker = NOBODY, country = null }: Props) {
  const store = useDraft(service, userId);
  const methods = useForm<BookingForm>({
    defaultValues: store.read().form,
    resolver: zodResolver(bookingSchema(service)),
    shouldFocusError: false, // the summary takes the focus instead
  });
  const { subscribe, setValue, reset } = methods;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => store.update((draft) => ({ ...draft, form: values })),
      }),
    [subscribe, store],
  );
  // The page's other pictures waited for the form (public/theme.js).
  useEffect(() => document.documentElement.classList.remove('form-first'), []);
  const { name, email } = booker;
  useEffect(() => {
    // The draft keeps its email while the profile loads, because a repeated request must be identical.
    if (name || email) setValue('booker', { name, email });
  }, [setValue, name, email]);
  const { state, send, edit, again } = useCheckout(service, store, userId);
  const atForm = state.step === 'form' || state.step === 'holding' || state.step === 'expired';
  useRemembered(service, store, userId, country, atForm, methods);
  useBackToForm(state, edit);
  const bookAgain = () => {
    if (service.kind === 'transport') reset({ ...emptyForm(service), booker });
    again();
  };

  const panel = useRef<HTMLElement>(null);
  return (
    <FormProvider {...methods}>
      <section
        ref={panel}
        id="book"
        tabIndex={-1}
        aria-label={labelsOf(service.kind).title}
        className="card flex scroll-mt-20 flex-col overflow-hidden rounded-xl! shadow-md outline-none lg:max-h-[calc(100dvh-7.5rem)]"
      >
        <HuipilBand small className="flex-none" />
        {atForm && <FormStep service={service} userId={userId} origin={country} state={state} send={send} />}
        {!atForm && (
          <div className="grid min-h-0 grid-cols-1 gap-4 overflow-y-auto px-[min(1.25rem,7vw)] pt-5 pb-5 sm:px-6">
            <LaterSteps service={service} userId={userId} state={state} send={send} onEdit={edit} onAgain={bookAgain} />
          </div>
        )}
      </section>
      {/* A guest who is paying or has paid isn't asked to book again. */}
      {atForm && state.step !== 'holding' && <PriceBar service={service} panel={panel} />}
    </FormProvider>
  );
}

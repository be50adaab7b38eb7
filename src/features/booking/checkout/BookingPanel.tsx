import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { HuipilBand } from '@/ui/brand';
import { BookedStep } from './BookedStep';
import type { BookingForm } from './draft';
import { FormStep } from './FormStep';
import { HoldStep } from './HoldStep';
import { PriceBar } from './PriceBar';
import { bookingSchema } from './schema';
import type { Service } from './types';
import { useCheckout } from './use-checkout';
import { emptyForm, useDraft } from './use-draft';
import { wording } from './wording';

export type Props = {
  service: Service;
  userId: string | null;
  /** Of the account, for the first passenger; empty while it is not known. */
  booker?: BookingForm['booker'];
};

const NOBODY = { name: '', email: '' };

/** Form, payment and ticket of one service, for one person. Give it a `key` of both: it keeps a draft for each pair. */
export default function BookingPanel({ service, userId, booker = NOBODY }: Props) {
  const store = useDraft(service, userId);
  const methods = useForm<BookingForm>({
    defaultValues: store.read().form,
    resolver: zodResolver(bookingSchema(service)),
    shouldFocusError: false, // the summary takes the focus
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
  const { name, email } = booker;
  useEffect(() => {
    // While the profile loads the draft's own stays: a request that is repeated must say the same.
    if (name || email) setValue('booker', { name, email });
  }, [setValue, name, email]);
  const { state, send, edit, again } = useCheckout(service, store, userId);
  const bookAgain = () => {
    // A transport form starts anew: other people may travel the next time (spec part 2, section 4).
    if (service.kind === 'transport') reset({ ...emptyForm(service), booker });
    again();
  };

  // Back from the sign-in page, or from the price bar of a phone.
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (location.hash === '#book') panel.current?.scrollIntoView?.({ block: 'start' });
  }, []);

  const atForm = state.step === 'form' || state.step === 'holding' || state.step === 'expired';
  return (
    <FormProvider {...methods}>
      <section
        ref={panel}
        id="book"
        tabIndex={-1}
        aria-label={wording(service.kind).title}
        className="card flex scroll-mt-20 flex-col overflow-hidden rounded-xl! shadow-md outline-none lg:max-h-[calc(100dvh-7.5rem)]"
      >
        <HuipilBand small className="flex-none" />
        {atForm && <FormStep service={service} userId={userId} state={state} send={send} />}
        {!atForm && (
          <div className="grid min-h-0 gap-4 overflow-y-auto px-5 pt-5 pb-5 sm:px-6">
            {state.step === 'booked' ? (
              <BookedStep service={service} hold={state.hold} onAgain={bookAgain} />
            ) : (
              <HoldStep state={state} timeZone={service.timeZone} send={send} onEdit={edit} />
            )}
          </div>
        )}
      </section>
      <PriceBar service={service} panel={panel} />
    </FormProvider>
  );
}

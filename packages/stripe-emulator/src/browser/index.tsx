import type { Stripe, StripeError } from '@stripe/stripe-js';
import { createRoot, type Root } from 'react-dom/client';
import { type Answer, createEmulatorApi } from './api';
import { CardForm } from './CardForm';
import { ChallengeDialog, type Outcome } from './ChallengeDialog';
import type { Drawing, Look } from './look';
import { createCardStore } from './store';
import { textsIn } from './texts';

export type { Look };

type Listener = (event: unknown) => void;

/** Creates a 'payment' element, which is React inside the node where Stripe.js would put an iframe. */
function createPaymentElement(drawing: Drawing) {
  const store = createCardStore(drawing.texts);
  const listeners = new Map<string, Set<Listener>>();
  const emit = (name: string, event: unknown) => {
    for (const listener of listeners.get(name) ?? []) listener(event);
  };
  let root: Root | null = null;
  const unmount = () => {
    const gone = root;
    root = null;
    // The parent may be rendering, during which a root must not be unmounted.
    if (gone) queueMicrotask(() => gone.unmount());
  };
  store.subscribe(() =>
    emit('change', { elementType: 'payment', complete: store.complete(), value: { type: 'card' } }),
  );
  return {
    store,
    mount: (target: HTMLElement | string) => {
      const node = typeof target === 'string' ? document.querySelector(target) : target;
      if (!node) throw new Error('The card form has nowhere to go');
      root = createRoot(node);
      root.render(<CardForm store={store} {...drawing} />);
      queueMicrotask(() => emit('ready', { elementType: 'payment' }));
    },
    unmount,
    destroy: unmount,
    update: (options: { readOnly?: boolean }) => store.disable(options.readOnly === true),
    on: (name: string, listener: Listener) => {
      const set = listeners.get(name) ?? new Set<Listener>();
      listeners.set(name, set.add(listener));
    },
    off: (name: string, listener: Listener) => void listeners.get(name)?.delete(listener),
  };
}
type PaymentElement = ReturnType<typeof createPaymentElement>;

function createElements(options: { clientSecret?: string }, drawing: Drawing) {
  let element: PaymentElement | null = null;
  return {
    clientSecret: options.clientSecret ?? '',
    create: (type: string) => {
      if (type !== 'payment') throw new Error(`The emulator draws no '${type}' element`);
      element = createPaymentElement(drawing);
      return element;
    },
    getElement: () => element,
    update: () => undefined,
    submit: async () => {
      const valid = element?.store.validate() ?? false;
      return valid ? {} : { error: validationError };
    },
    on: () => undefined,
    off: () => undefined,
    card: () => element?.store ?? null,
  };
}
type Elements = ReturnType<typeof createElements>;

const validationError = { type: 'validation_error', code: 'incomplete_card' } as StripeError;

/** Shows the challenge and resolves with the answer. */
function askBank(drawing: Drawing): Promise<Outcome> {
  return new Promise((resolve) => {
    const node = document.body.appendChild(document.createElement('div'));
    const root = createRoot(node);
    const answer = (outcome: Outcome) => {
      queueMicrotask(() => {
        root.unmount();
        node.remove();
      });
      resolve(outcome);
    };
    root.render(<ChallengeDialog onAnswer={answer} {...drawing} />);
  });
}

/** `locale` is as for Stripe.js, 'en' or 'es'. */
export type Options = { locale?: string; look?: Look };

/**
 * Returns a Stripe.js-compatible object for the emulator, with which `<Elements stripe={…}>`, `<PaymentElement>`
 * and `confirmPayment` work unchanged. It implements only what a checkout calls.
 */
export function createEmulatedStripe(baseUrl: string, publishableKey: string, options: Options = {}): Stripe {
  const drawing: Drawing = { texts: textsIn(options.locale), look: options.look ?? {} };
  const api = createEmulatorApi(baseUrl, publishableKey, drawing.texts);
  const unsupported = () => Promise.reject(new Error('Not part of the emulator'));

  const confirmPayment = async ({
    elements,
    clientSecret,
  }: {
    elements?: Elements;
    clientSecret?: string;
  }): Promise<Answer> => {
    const store = elements?.card();
    const secret = clientSecret ?? elements?.clientSecret ?? '';
    if (!store?.validate()) return { error: validationError };
    store.disable(true);
    try {
      const answer = await api.confirm(secret, store.get().values);
      if (answer.paymentIntent?.status !== 'requires_action') return answer;
      return await api.answerChallenge(secret, await askBank(drawing));
    } finally {
      store.disable(false);
    }
  };

  const stripe = {
    elements: (options: { clientSecret?: string }) => createElements(options, drawing),
    confirmPayment,
    retrievePaymentIntent: api.retrieve,
    createToken: unsupported,
    createPaymentMethod: unsupported,
    confirmCardPayment: unsupported,
  };
  return stripe as unknown as Stripe;
}

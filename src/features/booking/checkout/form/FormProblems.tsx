import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type FieldErrors, useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { ReturnToState } from '@/features/account/sign-in/return-to';
import { labelsOf } from '@/features/booking/checkout/labels';
import type { CheckoutState } from '@/features/booking/checkout/machine';
import type { Service } from '@/features/booking/checkout/service';
import { paths } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { type BookingForm, FIELD_ORDER, fieldId, passengerFieldId } from './booking-form';
import { PASSENGER_FIELDS, type PassengerDraft } from './passengers';

type Props = {
  service: Service;
  state: Extract<CheckoutState, { step: 'form' | 'holding' | 'expired' }>;
  signIn: ReturnToState;
};

const CHOOSE_AGAIN = new Set(['sold_out', 'departure_closed', 'hold_void', 'hold_wait']);

function ProblemText({ service, state, signIn }: Props) {
  if (state.step === 'expired') {
    return (
      <Alert tone="warn">
        <p className="font-semibold">
          <Trans>Your time to pay has run out</Trans>
        </p>
        <p>
          <Trans>
            We haven't charged you, and your details are still here. Please tap the button below to try again.
          </Trans>
        </p>
      </Alert>
    );
  }
  const problem = state.step === 'form' ? state.problem : null;
  if (!problem) return null;
  if (problem.code === 'not_signed_in') {
    return (
      <Alert
        tone="warn"
        action={
          <LinkButton size="sm" to={paths.login} state={signIn}>
            <Trans>Sign In</Trans>
          </LinkButton>
        }
      >
        <p>{problem.message}</p>
        <p>
          <Trans>Your details are saved.</Trans>
        </p>
      </Alert>
    );
  }
  return (
    <Alert tone={CHOOSE_AGAIN.has(problem.code) ? 'warn' : 'danger'}>
      <p>{problem.message}</p>
      {CHOOSE_AGAIN.has(problem.code) && problem.code !== 'hold_void' && <p>{labelsOf(service.kind).nothingCharged}</p>}
    </Alert>
  );
}

/** Explains at the top of the form why the guest is back here, and takes the focus. */
export function FormProblem({ service, state, signIn }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const problem = state.step === 'form' ? state.problem : null;
  const shown = problem !== null || state.step === 'expired';
  useEffect(() => {
    if (shown) ref.current?.focus();
  }, [shown]);
  if (!shown) return null;
  return (
    <div ref={ref} tabIndex={-1} className="rounded-md">
      <ProblemText service={service} state={state} signIn={signIn} />
    </div>
  );
}

type Found = { id: string; message: string };

function ofPassengers(errors: FieldErrors<BookingForm>['passengers'], numPeople: number): Found[] {
  if (!Array.isArray(errors)) return [];
  return errors.slice(0, numPeople).flatMap((passenger: FieldErrors<PassengerDraft> | undefined, index) =>
    PASSENGER_FIELDS.flatMap((field) => {
      const message = passenger?.[field]?.message;
      return message ? [{ id: passengerFieldId(index, field), message }] : [];
    }),
  );
}

/** Lists what is missing in the order of the fields, and takes the focus after a click that found something. */
export function ErrorSummary() {
  const { control } = useFormContext<BookingForm>();
  const { errors, submitCount } = useFormState({ control });
  const numPeople = useWatch({ control, name: 'numPeople' });
  const ref = useRef<HTMLDivElement>(null);
  const found = FIELD_ORDER.flatMap((field): Found[] => {
    if (field === 'passengers') return ofPassengers(errors.passengers, numPeople);
    const message = errors[field]?.message;
    return message ? [{ id: fieldId[field], message }] : [];
  });

  const presses = found.length > 0 ? submitCount : 0;
  useEffect(() => {
    if (presses > 0) ref.current?.focus();
  }, [presses]);

  if (found.length === 0) return null;
  return (
    <div ref={ref} tabIndex={-1} role="alert" className="alert alert-danger scroll-mt-24">
      <CircleAlert aria-hidden="true" />
      <div>
        <p className="font-semibold">
          {plural(found.length, { one: 'Please check # field', other: 'Please check # fields' })}
        </p>
        <ul className="mt-1 grid gap-1">
          {found.map(({ id, message }) => (
            <li key={id}>
              <a
                className="inline-flex min-h-6 items-center underline underline-offset-4"
                href={`#${id}`}
                onClick={(event) => {
                  // The link is handled here so that it doesn't add a history entry.
                  event.preventDefault();
                  document.getElementById(id)?.focus();
                }}
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

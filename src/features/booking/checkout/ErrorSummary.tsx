import { plural } from '@lingui/core/macro';
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type FieldErrors, useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { BookingForm, PassengerDraft } from './draft';
import { fieldId, passengerFieldId } from './fields';
import { PASSENGER_FIELDS } from './passengers/passengers';
import { FIELD_ORDER } from './schema';

type Found = { id: string; message: string };

/** The errors of each passenger's fields, in the order of the people and of their fields. */
function ofPassengers(errors: FieldErrors<BookingForm>['passengers'], numPeople: number): Found[] {
  if (!Array.isArray(errors)) return [];
  return errors.slice(0, numPeople).flatMap((passenger: FieldErrors<PassengerDraft> | undefined, index) =>
    PASSENGER_FIELDS.flatMap((field) => {
      const message = passenger?.[field]?.message;
      return message ? [{ id: passengerFieldId(index, field), message }] : [];
    }),
  );
}

/** What is missing, in the order of checking; takes the focus after each press that found something. */
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
          {plural(found.length, { one: 'One thing is missing', other: '# things are missing' })}
        </p>
        <ul className="mt-1 grid gap-1">
          {found.map(({ id, message }) => (
            <li key={id}>
              <a
                className="inline-flex min-h-6 items-center underline underline-offset-4"
                href={`#${id}`}
                onClick={(event) => {
                  // A jump of our own: the address keeps its place in the history.
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

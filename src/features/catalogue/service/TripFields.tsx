import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { calendarDate } from '@/lib/format/dates';
import { Input, Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { MAX_PEOPLE, type Trip } from './trip';

const PEOPLE = Array.from({ length: MAX_PEOPLE }, (_, index) => ({
  value: String(index + 1),
  // The label of each number of people. A language with long words can show only the number.
  label: (
    <Trans context="people">
      <Plural value={index + 1} one="# person" other="# people" />
    </Trans>
  ),
}));

/** Returns tomorrow, or an empty text during hydration because the page was built on another day. */
function useTomorrow(): string {
  const [tomorrow, setTomorrow] = useState('');
  useEffect(() => setTomorrow(calendarDate(undefined, 1)), []);
  return tomorrow;
}

/** Asks for the date and number of people of a search, with native form fields. */
export function TripFields({ trip }: { trip: Trip }) {
  const { t } = useLingui();
  const tomorrow = useTomorrow();
  return (
    <>
      <Field label={t`Date`}>
        <Input
          key={tomorrow}
          type="date"
          name="date"
          required
          min={tomorrow ? calendarDate() : undefined}
          max={tomorrow ? calendarDate(undefined, 730) : undefined}
          defaultValue={trip.date ?? tomorrow}
          className="nums max-[22.5rem]:px-2.5!"
        />
      </Field>
      <Field label={t`People`}>
        <Select
          name="people"
          defaultValue={String(trip.people ?? 1)}
          options={PEOPLE}
          className="max-[22.5rem]:pr-8! max-[22.5rem]:pl-2.5!"
        />
      </Field>
    </>
  );
}

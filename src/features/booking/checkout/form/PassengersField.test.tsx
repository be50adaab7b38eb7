import { fireEvent, screen, within } from '@testing-library/react';
import { aBookingForm } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';
import { describe, expect, it, vi } from 'vitest';
import type { BookingForm } from './booking-form';
import { PassengersField } from './PassengersField';
import { passengersOf } from './passengers';

// The list has 250 countries per form, which makes role queries slow and doesn't matter here.
vi.mock('@/lib/format/countries', () => ({ listCountries: () => [{ code: 'DE', name: 'Germany' }] }));

let typed: () => BookingForm;

function Party() {
  const { setValue, getValues } = useFormContext<BookingForm>();
  typed = getValues;
  return (
    <>
      <button type="button" onClick={() => setValue('numPeople', getValues('numPeople') + 1)}>
        More
      </button>
      <button type="button" onClick={() => setValue('numPeople', getValues('numPeople') - 1)}>
        Fewer
      </button>
      <PassengersField disabled={false} />
    </>
  );
}

function Form() {
  const booker = { name: 'Anna Berg', email: 'anna@example.org' };
  const methods = useForm<BookingForm>({ defaultValues: aBookingForm({ booker, numPeople: 1, whatsappNumber: '' }) });
  return (
    <FormProvider {...methods}>
      <Party />
    </FormProvider>
  );
}

const lines = () => screen.getAllByRole('button', { name: /^Passenger/ }).map((line) => line.textContent);
const fields = (number: number) => within(screen.getByRole('group', { name: `Passenger ${number}` }));

describe('the passengers of the form', () => {
  it('show a line each: the booker first, then added ones, with a restored one unchanged', () => {
    renderApp(<Form />);
    expect(lines()).toEqual([expect.stringContaining('Anna Bergan')]);

    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    fireEvent.click(screen.getByRole('button', { name: /^Passenger 2/ }));
    fireEvent.change(fields(2).getByLabelText('Full name'), { target: { value: 'Theo' } });
    fireEvent.click(fields(2).getByRole('checkbox', { name: 'I speak Spanish' }));
    fireEvent.click(screen.getByRole('button', { name: 'Fewer' }));
    expect(lines()).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(lines()[1]).toContain('Theo');
    expect(passengersOf(typed())).toMatchObject([
      { name: 'Anna Berg', email: 'anna@example.org', country: 'DE' },
      { name: 'Theo', email: '', country: '', speaksSpanish: true },
    ]);
  });

  it('allow a first passenger other than the booker, or none yet', () => {
    renderApp(<Form />);
    fireEvent.click(screen.getByRole('button', { name: /^Passenger 1/ }));
    const name = fields(1).getByLabelText('Full name');
    fireEvent.change(name, { target: { value: '' } });
    expect(name).toHaveValue('');
    fireEvent.change(name, { target: { value: 'Kofi' } });
    expect(passengersOf(typed())[0]).toMatchObject({ name: 'Kofi', email: 'anna@example.org' });
  });
});

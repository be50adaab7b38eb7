import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it } from 'vitest';
import { z } from 'zod/mini';
import { Form } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { BookingFields } from './BookingFields';
import { offerShape } from './offer-schema';

const empty = { title: '', description: '', image_urls: [], booking_type: 'shared', passport_required: false };
const written = { language: 'en', translations: {}, still_right: [] };
const none = { shared_price: null, private_price: null, min_private_guests: null, max_private_guests: null };
const schema = z.object(offerShape);

function Fields({ max, available }: { max: number | null; available: number | null }) {
  const values = { ...empty, ...written, ...none, min_spots: 1, max_spots: max, available_spots: available };
  const form = useForm({
    schema,
    values: { ...values, cancellation_policy: 'moderate' },
    draft: undefined,
    save: async () => undefined,
  });
  return (
    <Form form={form}>
      <BookingFields symbol="Q" noGroup={none} />
    </Form>
  );
}

const max = () => screen.getByLabelText('Maximum spots');
const available = () => screen.getByLabelText('Available spots');

it('sells all seats of a new service, and explains what that means', async () => {
  const { user } = renderApp(<Fields max={null} available={null} />);
  expect(available()).toHaveAccessibleDescription('How many spots you sell, up to the maximum');
  await user.type(max(), '12');
  expect(available()).toHaveValue('12');
  await user.clear(max());
  await user.type(max(), '8');
  expect(available()).toHaveValue('8');
});

it('keeps reserved seats reserved', async () => {
  const { user } = renderApp(<Fields max={12} available={10} />);
  await user.clear(max());
  await user.type(max(), '14');
  expect(available()).toHaveValue('10');
});

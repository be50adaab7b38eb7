import { cleanup, screen } from '@testing-library/react';
import { aBookingForm, aCondition, aHold, aService } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, it, vi } from 'vitest';
import { minimumQuery } from '@/features/booking/minimum/queries';
import { ticketsOfDepartureQuery } from '@/features/booking/tickets/queries';
import { type Condition, conditionKeys } from '@/features/catalogue/conditions/queries';
import { createQueryClient } from '@/lib/api/query-client';
import type { BookingForm } from './form/booking-form';
import { FormStep } from './form/FormStep';
import { HoldStep } from './HoldStep';

// Tests what guests are told before they book, such as travel alerts and the departure's minimum.

vi.mock('@/lib/api/run', () => ({ run: () => new Promise(() => undefined) }));
vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));

const service = aService();
const closed = aCondition({
  territory_id: service.territoryId,
  services: [{ service_id: service.id }],
});
const DATE = '2126-11-26';
const departure = { kind: 'experience', serviceId: service.id, slotId: 'slot', date: DATE } as const;

function show(ui: ReactNode, condition: Condition = closed): void {
  const client = createQueryClient();
  client.setQueryData(conditionKeys.current([service.territoryId]), [condition]);
  const counted = { status: 'scheduled', min_to_run: 6, sold: 4, decides_at: '2126-11-26T00:00:00Z' } as const;
  client.setQueryData(minimumQuery(departure).queryKey, counted);
  client.setQueryData(ticketsOfDepartureQuery('u1', departure).queryKey, [{ id: 'b1', num_people: 2 }]);
  renderApp(ui, { client, user: null });
}

function Form({ change = {}, userId = null }: { change?: Partial<BookingForm>; userId?: string | null }) {
  const methods = useForm<BookingForm>({
    defaultValues: aBookingForm({ serviceDate: DATE, slotId: 'slot', bookingType: 'shared', ...change }),
  });
  const state = { step: 'form', kept: null, problem: null } as never;
  return (
    <FormProvider {...methods}>
      <FormStep service={service} userId={userId} origin={null} state={state} send={vi.fn()} />
    </FormProvider>
  );
}
const Hold = ({ step = 'preparing' }: { step?: 'preparing' | 'agreeing' }) => (
  <HoldStep
    state={{ step, hold: aHold({ expiresAt: new Date(Date.now() + 900_000).toISOString() }), problem: null }}
    service={service}
    send={vi.fn()}
    onEdit={vi.fn()}
  />
);

it.each([
  ['the form', <Form key="form" />],
  ['the step before the card', <Hold key="hold" />],
  ['the step with another price', <Hold key="price" step="agreeing" />],
])('%s shows what is closed on the route of this service, and of no other', (_, ui) => {
  show(ui, { ...closed, services: [{ service_id: 'other' }] });
  expect(screen.queryByText(closed.text)).not.toBeInTheDocument();
  show(ui);
  expect(screen.getByText(closed.text)).toBeVisible();
});

it('shows in the form how many guests the selected departure has and needs', () => {
  show(<Form />);
  expect(
    screen.getByText(/^4 of 6 guests so far. We'll confirm by .*; if not, you'll get a full refund$/),
  ).toBeVisible();
});

it('shows in the form that nothing has to be paid now for cash', () => {
  show(<Form change={{ paymentMethod: 'cash' }} />);
  expect(screen.getByText(/^4 of 6 guests so far. .*; if not, there's nothing to pay$/)).toBeVisible();
});

it('shows in the form an existing ticket for the chosen departure, and not for another one', async () => {
  show(<Form userId="u1" />);
  expect(await screen.findByText('You already have a ticket for this departure, for 2 people.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open ticket' })).toHaveAttribute('href', '/bookings/experience/b1/ticket');
  cleanup();
  show(<Form userId="u1" change={{ slotId: 'another' }} />);
  expect(screen.queryByText(/You already have a ticket/)).not.toBeInTheDocument();
});

it('shows nothing about it in the form to a private group', () => {
  show(<Form change={{ bookingType: 'private' }} />);
  expect(screen.queryByText(/4 of 6/)).not.toBeInTheDocument();
});

import { aChange } from '@tests/support/factories';
import { expect, it, vi } from 'vitest';
import { changeBooking } from './queries';

const rpc = vi.fn(async (_name: string, _args: unknown) => ({
  service_date: null,
  people: null,
  start_time: null,
  refund_amount: 0,
  hold: null,
}));
vi.mock('@/lib/api/run', () => ({ run: (call: (db: unknown) => unknown) => call({ rpc }) }));

it('sends the booking as it was shown, so that a changed one is not changed without asking', async () => {
  const booking = aChange({ service_date: '2026-12-05', start_time: '09:00:00', num_people: 3 });
  await changeBooking(booking, [{ step: 'party', people: 2 }], { refund_amount: 50, extra_amount: 0 }, 'k1');
  expect(rpc).toHaveBeenCalledWith(
    'change_booking',
    expect.objectContaining({
      p_booking_id: booking.booking_id,
      p_shown: {
        refund_amount: 50,
        extra_amount: 0,
        booking: { service_date: '2026-12-05', start_time: '09:00:00', people: 3 },
        unpaid_change: null,
      },
    }),
  );
});

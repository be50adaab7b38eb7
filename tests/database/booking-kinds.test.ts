import { describe, expect, it } from 'vitest';
import { fixture, sharedFixture } from './access/fixture.ts';
import { id, userId } from './access/identities.ts';

const change = (booking: string, set: string) =>
  fixture.sql.unsafe(`update public.bookings set ${set} where id = '${booking}'`);

describe('a booking of either kind', () => {
  sharedFixture();

  it('has the kind of its service', async () => {
    expect(await fixture.look('select id, kind from public.bookings order by kind, id')).toEqual(
      [
        { id: id.booking, kind: 'experience' },
        { id: id.booking2, kind: 'experience' },
        { id: id.transportBooking, kind: 'transport' },
        { id: id.transportBooking2, kind: 'transport' },
      ].sort((a, b) => a.kind.localeCompare(b.kind) || a.id.localeCompare(b.id)),
    );
    const ride = `kind = 'transport', guide_id = null`;
    await expect(change(id.booking, ride)).rejects.toThrow(/bookings_service_id_kind_fkey/);
  });

  it('belongs to one service and one slot', async () => {
    await expect(change(id.booking, 'service_id = null')).rejects.toThrow(/not-null constraint/);
    await expect(change(id.booking, 'slot_id = null')).rejects.toThrow(/not-null constraint/);
    await expect(change(id.transportBooking, `service_id = '${id.experience}'`)).rejects.toThrow(
      /bookings_service_id_kind_fkey/,
    );
  });

  it.each([
    ['a ride', 'transportBooking', `guide_id = '${userId.guide}'`],
    ['a ride', 'transportBooking', `hotel_address = '1 Main Street'`],
    ['an experience', 'booking', `passenger_details = '[{"name": "Ana"}]'`],
  ] as const)('has as %s no columns of the other kind: %s, %s', async (_, booking, set) => {
    await expect(change(id[booking], set)).rejects.toThrow(/bookings_columns_of_kind/);
  });

  it('is returned as transport only if it is a ride', async () => {
    expect(await fixture.look('select id from public.transport_bookings order by id')).toEqual(
      [id.transportBooking, id.transportBooking2].sort().map((one) => ({ id: one })),
    );
  });
});

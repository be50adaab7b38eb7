import { describe, expect, it } from 'vitest';
import { TRANSPORT_REFUSALS, type TransportRefusal } from '../../support/transport-refusals.ts';
import { fixture, sharedFixture } from '../access/fixture.ts';
import { id, type Who } from '../access/identities.ts';

const FIELDS = {
  booking_type: `'shared'`,
  shared_price: '50',
  private_price: 'null',
  min_spots: '1',
  max_spots: '10',
  available_spots: '10',
  min_private_guests: '1',
  max_private_guests: '1',
  transport_type_id: `'boat'`,
  departure_time: `'09:00'`,
  duration_hours: '2',
};
type Fields = Record<keyof typeof FIELDS, string>;
const GROUP = { booking_type: `'both'`, private_price: '400' };

/** Returns the code and text of the refusal of a service with these terms. */
const CASES: [change: Partial<Fields>, code: TransportRefusal][] = [
  [{ shared_price: 'null' }, 'invalid_shared_price'],
  [{ shared_price: '0' }, 'invalid_shared_price'],
  [{ shared_price: '-5' }, 'invalid_shared_price'],
  [{ shared_price: '10000000' }, 'invalid_shared_price'],
  [{ max_spots: '0' }, 'invalid_max_spots'],
  [{ max_spots: '1001' }, 'invalid_max_spots'],
  [{ min_spots: '0' }, 'invalid_min_spots'],
  [{ min_spots: '11' }, 'min_spots_above_max'],
  [{ ...GROUP, private_price: 'null' }, 'invalid_private_price'],
  [{ ...GROUP, private_price: '0' }, 'invalid_private_price'],
  [{ ...GROUP, private_price: '10000000' }, 'invalid_private_price'],
  [{ ...GROUP, max_private_guests: '0' }, 'invalid_max_private_guests'],
  [{ ...GROUP, max_private_guests: '1001' }, 'invalid_max_private_guests'],
  [{ ...GROUP, min_private_guests: '0' }, 'invalid_min_private_guests'],
  [{ ...GROUP, min_private_guests: '2' }, 'min_private_guests_above_max'],
  [{ available_spots: '-1' }, 'invalid_available_spots'],
  [{ available_spots: '11' }, 'available_spots_above_max'],
  [{ departure_time: 'null' }, 'departure_time_required'],
  [{ duration_hours: 'null' }, 'invalid_duration'],
  [{ duration_hours: '0' }, 'invalid_duration'],
];

describe('the terms of a transport service', () => {
  sharedFixture();

  const insert = (change: Partial<Fields>, who: Who = 'manager', territory = 'rio') => {
    const fields = { ...FIELDS, ...change };
    return fixture.refusal(
      who,
      `insert into public.territory_transports (territory_id, title, description, pickup_location, ${Object.keys(fields).join(', ')})
       values ('${territory}', 'Lancha', 'd', 'Dock', ${Object.values(fields).join(', ')})`,
    );
  };
  const update = (set: string) =>
    fixture.refusal('manager', `update public.territory_transports set ${set} where id = '${id.transport}'`);

  it.each(CASES)('refuses %o as %s', async (change, code) => {
    const fields = { ...FIELDS, ...change };
    expect(await insert(change)).toEqual({ status: 400, code, message: TRANSPORT_REFUSALS[code] });
    const set = Object.entries(fields).map(([name, value]) => `${name} = ${value}`);
    expect(await update(set.join(', '))).toMatchObject({ status: 400, code });
  });

  it('accepts terms that satisfy all rules, and reveals no rule without permission', async () => {
    expect(await insert({})).toBeUndefined();
    expect(await insert(GROUP)).toBeUndefined();
    expect(
      await insert({ transport_type_id: `'car'`, departure_time: 'null', duration_hours: 'null' }),
    ).toBeUndefined();
    expect(await insert({}, 'tourist')).toMatchObject({ status: 403 });
    expect(await insert({}, 'manager2')).toMatchObject({ status: 403 });
  });

  it('accepts a new duration in steps of half an hour, and keeps another stored one', async () => {
    await fixture.sql`update public.services set duration_hours = 1.8 where id = ${id.transport}`;
    expect(await update(`title = 'Public lancha', duration_hours = 1.8`)).toBeUndefined();
    const details = '{"field": "duration_hours"}'; // shown beside it
    expect(await update('duration_hours = 1.7')).toMatchObject({ status: 400, code: 'duration_steps', details });
    expect(await insert({ duration_hours: '1.8' })).toMatchObject({ status: 400, code: 'duration_steps' });
    expect(await update('duration_hours = 2')).toBeUndefined();
  });

  it('has no price that is never charged', async () => {
    const prices = () =>
      fixture.look(`select shared_price, private_price from public.territory_transports where id = '${id.transport}'`);
    expect(await update(`booking_type = 'shared', private_price = 400`)).toBeUndefined();
    expect(await prices()).toEqual([{ shared_price: '50.00', private_price: null }]);
    expect(await update(`booking_type = 'private', private_price = 400`)).toBeUndefined();
    expect(await prices()).toEqual([{ shared_price: null, private_price: '400.00' }]);
    expect(await update(`booking_type = 'shared', shared_price = 50`)).toBeUndefined();
  });

  it('has no more digits than the currency, and what was allowed once can still be hidden', async () => {
    await fixture.sql`update public.territory_transports set shared_price = 50.50 where id = ${id.transport}`;
    await fixture.sql`update public.territories set currency_code = 'JPY' where id = 'rio'`;
    expect(await insert({ shared_price: '50.5' })).toMatchObject({ code: 'invalid_shared_price' });
    expect(await insert({ shared_price: '50' })).toBeUndefined();
    expect(await update('visible = false')).toBeUndefined();
  });
});

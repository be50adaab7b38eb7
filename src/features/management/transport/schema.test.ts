// @vitest-environment node
import { checkSteps } from '@tests/support/check-steps';
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../catalogue/problems';
import { newSlot, type Slot } from '../catalogue/slots/slots';
import { checkTransport, NEW_TRANSPORT as start, type TransportValues, transportSchema } from './schema';

const leaving = (start: string): Slot => ({ ...newSlot(10), start });

describe('a transport service', () => {
  it('starts with the defaults', () => {
    expect(start).toMatchObject({
      booking_type: 'shared',
      max_spots: 10,
      min_spots: 1,
      available_spots: 10,
      min_private_guests: 1,
      max_private_guests: 1,
    });
  });

  it('shows errors in the order of the form', () => {
    checkSteps<typeof start>(
      start,
      [
        [{}, 'Please fill in all required fields'],
        [{ title: 'a', description: 'b', transport_type_id: 'boat' }, 'Please fill in all required fields'],
        [{ pickup_location_id: 'pu_1', booking_type: 'both' }, 'Please set a valid shared price'],
        [{ shared_price: 50, max_spots: 0 }, 'Please set a valid maximum number of spots'],
        [{ max_spots: 10, min_spots: null }, 'Please set a valid minimum number of spots'],
        [{ min_spots: 11 }, 'Minimum spots cannot be greater than maximum spots'],
        [{ min_spots: 1 }, 'Please set a valid private price'],
        [
          { private_price: 400, max_private_guests: null },
          'Please set a valid maximum number of guests for private bookings',
        ],
        [
          { max_private_guests: 4, min_private_guests: null },
          'Please set a valid minimum number of guests for private bookings',
        ],
        [{ min_private_guests: 5 }, 'Minimum private guests cannot be greater than maximum private guests'],
        [{ min_private_guests: 1, available_spots: 11 }, 'Available spots cannot exceed maximum spots'],
        [{ available_spots: 10 }, 'Please set a departure time for the shuttle service'],
        [{ slots: [leaving('07:00')] }, 'Please set a valid journey duration'],
        [{ duration_hours: 1.5 }, undefined],
        [{ transport_type_id: 'car', slots: [leaving('')], duration_hours: null }, undefined],
      ],
      (values) => checkTransport(values)[0]?.text,
    );
  });

  const shuttle: TransportValues = {
    ...start,
    title: 'To the lake',
    description: 'A van',
    transport_type_id: 'shuttle',
    pickup_location_id: 'pu_1',
    shared_price: 50,
    slots: [leaving('07:00')],
    duration_hours: 2,
  };
  const notes = (change: Partial<TransportValues>) => fieldsOf(checkTransport({ ...shuttle, ...change }));

  it.each<[Partial<TransportValues>, string]>([
    [{ title: ' ' }, 'title'],
    [{ title: 'To\u202eekal' }, 'title'],
    [{ destination: 'Lan\u200bquín' }, 'destination'],
    [{ pickup_location_id: '' }, 'pickup_location_id'],
    [{ shared_price: 0 }, 'shared_price'],
    [{ max_spots: null }, 'max_spots'],
    [{ min_spots: 0 }, 'min_spots'],
    [{ min_spots: 11 }, 'min_spots'],
    [{ available_spots: -1 }, 'available_spots'],
    [{ slots: [] }, 'slots'],
    [{ slots: [leaving('')] }, 'slots.0.start'],
    [{ slots: [{ ...leaving('07:00'), days: [] }] }, 'slots.0.days'],
    [{ slots: [leaving('07:00'), leaving('07:00')] }, 'slots.1.start'],
    [{ duration_hours: null }, 'duration_hours'],
    [{ transport_type_id: 'car', duration_hours: 0 }, 'duration_hours'],
  ])('shows an error for %j at its field', (change, field) => {
    expect(Object.keys(notes(change))).toEqual([field]);
  });

  it('shows all errors at once, in the order of the form', () => {
    const leaves = { ...leaving(''), days: [] };
    const wrong = { ...shuttle, title: '', shared_price: 0, slots: [leaves], max_spots: null };
    const { issues } = transportSchema(2).safeParse(wrong).error ?? { issues: [] };
    expect(issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['form', 'Please fill in all required fields'],
      ['title', 'Required'],
      ['summary.title', 'Title: Required'],
      ['slots.0.start', 'Please set a departure time for the shuttle service'],
      ['slots.0.days', 'Please choose at least one day for each departure time'],
      ['shared_price', 'Please set a valid shared price'],
      ['max_spots', 'Please set a valid maximum number of spots'],
    ]);
  });

  it('can leave late, and only when it is full', () => {
    expect(notes({ slots: [leaving('21:30')], min_spots: 10 })).toEqual({});
    expect(notes({ slots: [leaving('23:59')] })).toEqual({});
  });

  it('has its time by shuttle and by boat, and on demand by car', () => {
    const untimed = { slots: [leaving('')], duration_hours: null };
    expect(notes({ ...untimed, transport_type_id: 'shuttle' })).not.toEqual({});
    expect(notes({ ...untimed, transport_type_id: 'boat' })).not.toEqual({});
    expect(notes({ ...untimed, transport_type_id: 'car' })).toEqual({});
  });

  it('needs no price for one person if private', () => {
    const group = { private_price: 400, min_private_guests: 1, max_private_guests: 4 };
    expect(notes({ ...group, booking_type: 'private', shared_price: null })).toEqual({});
    expect(notes({ ...group, booking_type: 'both', shared_price: null })).not.toEqual({});
  });

  it('is not sent before all of that is correct', () => {
    expect(transportSchema(2).safeParse(shuttle).success).toBe(true);
    expect(transportSchema(2).safeParse({ ...shuttle, title: '' }).success).toBe(false);
    expect(transportSchema(0).safeParse({ ...shuttle, shared_price: 50.5 }).success).toBe(false);
  });
});

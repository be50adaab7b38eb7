// @vitest-environment node
import { aShuttleService } from '@tests/support/factories';
import { describe, expect, it } from 'vitest';
import { newSlot } from '../catalogue/slots/slots';
import type { Service } from './queries';
import { inputOf, type ServiceValues, serviceSchema, valuesOf } from './service';

const places = [{ id: 'pu_1', name: 'Dock' }];

it('starts a new service with ten seats', () => {
  expect(valuesOf(null)).toMatchObject({ spots: 10, title: '' });
});

it('fills the form from the service', () => {
  expect(valuesOf(aShuttleService())).toMatchObject({
    price: 185.5,
    slots: [{ id: 'slot', start: '13:00', days: ['monday'] }],
    duration: 4.5,
    pickup: 'pu_1',
  });
  expect(valuesOf(aShuttleService({ pickup_location_id: null }))).toMatchObject({ pickup: 'Dock' });
});

const problems = (changes: Record<string, unknown>) => {
  const parsed = serviceSchema(2).safeParse({ ...valuesOf(aShuttleService()), ...changes });
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => [path.join('.'), message]);
};

it.each([
  ['price', 0, 'Please set a valid shared price'],
  ['spots', 2.5, 'Please set a valid maximum number of spots'],
  ['spots', 1001, 'Please set a valid maximum number of spots'],
  ['slots', [], 'Please set a departure time for the shuttle service'],
  ['duration', -1, 'Please set a valid journey duration'],
  ['title', 'a'.repeat(161), 'Please use at most 160 characters'],
  ['title', 'Coast\u202e', 'Please leave out invisible characters'],
])('refuses the %s %j', (field, value, message) => {
  expect(problems({ [field]: value })).toEqual([[field, message]]);
});

it.each([
  ['title', '  ', 'Title: Required'],
  ['description', '', 'Description: Required'],
  ['price', null, 'Price per Person: Required'],
  ['spots', null, 'Max Spots: Required'],
  ['pickup', '', 'Pickup Location: Required'],
  ['duration', null, 'Duration (hours): Required'],
])('requires the %s, and leads there from %j', (field, value, said) => {
  expect(problems({ [field]: value })).toEqual([
    ['form', 'Please fill in all required fields'],
    [field, 'Required'],
    [`summary.${field}`, said],
  ]);
});

it.each([
  ['price', Number.NaN, 2, 'Price per Person: Please enter a number with at most two decimals, such as 185.50'],
  ['price', 120.555, 2, 'Price per Person: Please enter a number with at most two decimals, such as 185.50'],
  ['price', 120.5, 0, 'Price per Person: Please enter a whole number: this currency has no decimals'],
  ['duration', 2.55, 1, 'Duration (hours): Please enter a number with at most one decimal, such as 2.5'],
])('explains for the %s %d what is wrong with the number', (field, value, digits, said) => {
  const { error } = serviceSchema(digits).safeParse({ ...valuesOf(aShuttleService()), price: 120, [field]: value });
  expect(error?.issues.map(({ message }) => message)).toContain(said);
});

describe('a saved service', () => {
  const filled = {
    title: 'Coast',
    description: 'A van',
    price: 1,
    duration: 1,
    pickup: 'pu_1',
    slots: [{ ...newSlot(10), start: '13:00' }],
  };
  const save = (changes: Partial<ServiceValues>, old: Service | null) =>
    inputOf(
      serviceSchema(2).parse({ ...(old ? valuesOf(old) : { ...valuesOf(null), ...filled }), ...changes }),
      old,
      places,
    );

  it('has the name of the pickup location', () => {
    expect(save({ price: 120.5, duration: 0.5 }, aShuttleService())).toMatchObject({
      shared_price: 120.5,
      duration_hours: 0.5,
      pickup_location: 'Dock',
      pickup_location_id: 'pu_1',
    });
    expect(save({ pickup: 'The old bridge' }, aShuttleService())).toMatchObject({
      pickup_location: 'The old bridge',
      pickup_location_id: null,
    });
  });

  it('sells all seats of a service that grows, unless the territory sells fewer', () => {
    expect(save({ spots: 14 }, null)).toMatchObject({ max_spots: 14, available_spots: 14 });
    expect(save({ spots: 14 }, aShuttleService())).toMatchObject({ available_spots: 14 });
    expect(save({ spots: 14 }, aShuttleService({ available_spots: 6 }))).toMatchObject({ available_spots: 6 });
    expect(save({ spots: 4 }, aShuttleService({ available_spots: 6 }))).toMatchObject({
      available_spots: 4,
      timeslots: [{ id: 'slot', start_time: '13:00', end_time: null, days_of_week: ['monday'], spots: 4 }],
    });
  });

  it('keeps the other price of the service', () => {
    const both = aShuttleService({ booking_type: 'both', private_price: 900 });
    expect(save({ price: 200 }, both)).toMatchObject({ shared_price: 200, private_price: 900 });
    const whole = aShuttleService({ booking_type: 'private', shared_price: null, private_price: 900 });
    expect(valuesOf(whole).price).toBe(900);
    expect(save({ price: 950 }, whole)).toMatchObject({ shared_price: null, private_price: 950 });
  });
});

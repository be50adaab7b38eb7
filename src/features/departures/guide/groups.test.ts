import { describe, expect, it } from 'vitest';
import { findGuests, monthRange, sortGuests, weekdays } from './groups';

it.each([
  ['2026-02', '2026-02-28'],
  ['2028-02', '2028-02-29'],
  ['2026-12', '2026-12-31'],
])('asks for all of %s', (month, last) => expect(monthRange(month)).toEqual({ p_from: `${month}-01`, p_to: last }));

it('says the days of a week from Monday on', () => {
  expect(weekdays(['friday', 'monday'])).toBe('Mon, Fri');
  expect(weekdays(['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'])).toBe('Every day');
});

describe('guests', () => {
  const guest = (id: string, full_name: string | null, hotel_name: string | null = null) => ({
    id,
    tourist: full_name === null ? null : { full_name },
    hotel_name,
  });
  const guests = [guest('2', 'Lucía Ferrer', 'Hacienda Tijax'), guest('1', 'Anna Keller'), guest('3', null)];

  it('stand by name', () => expect(sortGuests(guests).map(({ id }) => id)).toEqual(['3', '1', '2']));

  it('are found by name or hotel, without accents', () => {
    expect(findGuests(guests, 'lucia').map(({ id }) => id)).toEqual(['2']);
    expect(findGuests(guests, ' TIJ').map(({ id }) => id)).toEqual(['2']);
    expect(findGuests(guests, '')).toHaveLength(3);
    expect(findGuests(guests, 'nobody')).toEqual([]);
  });
});

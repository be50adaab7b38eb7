import { describe, expect, it } from 'vitest';
import { byDate, dayWord, findGuests, monthRange, sortGuests, weekdays, whatsAppLink } from './groups';

const on = (service_date: string, departure_id: string) => ({ service_date, departure_id });

describe('departures', () => {
  it('are cut into days in their order, over the border of a page too', () => {
    const days = byDate([on('2026-11-21', 'a'), on('2026-11-21', 'b'), on('2026-11-23', 'c')]);
    expect(days.map(({ date, groups }) => [date, groups.map((group) => group.departure_id)])).toEqual([
      ['2026-11-21', ['a', 'b']],
      ['2026-11-23', ['c']],
    ]);
    expect(byDate([])).toEqual([]);
  });

  it('are of today and tomorrow on the clocks of the region', () => {
    const night = new Date('2026-11-22T03:00:00Z'); // still the 21st in Guatemala
    expect(dayWord('2026-11-21', 'America/Guatemala', night)).toBe('Today');
    expect(dayWord('2026-11-22', 'America/Guatemala', night)).toBe('Tomorrow');
    expect(dayWord('2026-11-23', 'America/Guatemala', night)).toBe('');
  });
});

it.each([
  ['+502 5512-3480', 'https://wa.me/50255123480'],
  ['javascript:alert(1)', 'https://wa.me/1'],
  ['none', null],
])('opens the chat of %s', (number, link) => expect(whatsAppLink(number)).toBe(link));

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

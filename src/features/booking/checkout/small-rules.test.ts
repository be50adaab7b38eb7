import { expect, it, vi } from 'vitest';
import { listCountries } from '@/lib/format/countries';
import { clockText, secondsLeft } from './HoldCountdown';
import { toE164 } from './PlainPhone';
import { service } from './test-data';
import { monthRange } from './use-departures';
import { emptyForm } from './use-draft';
import { readHold } from './wire';

it('opens with tomorrow in the territory, whatever the day is here', () => {
  // 23:30 in Guatemala on the 14th is already the 15th in UTC.
  const late = new Date('2026-10-15T05:30:00Z');
  expect(emptyForm(service(), late).serviceDate).toBe('2026-10-15');
  expect(emptyForm(service({ minSpots: 2 }), late)).toMatchObject({
    numPeople: 2,
    bookingType: 'shared',
    timeslotId: '',
    waiverAccepted: false,
  });
});
it('asks for a month from today on', () => {
  expect(monthRange('2026-10', '2026-10-14')).toEqual({ from: '2026-10-14', to: '2026-10-31' });
  expect(monthRange('2027-02', '2026-10-14')).toEqual({ from: '2027-02-01', to: '2027-02-28' });
});
it('counts a hold down to zero and not below', () => {
  const end = '2026-10-14T12:15:00Z';
  expect(secondsLeft(end, Date.parse('2026-10-14T12:00:00Z'))).toBe(900);
  expect(secondsLeft(end, Date.parse('2026-10-14T12:15:01Z'))).toBe(0);
  expect([900, 61, 9].map(clockText)).toEqual(['15:00', '1:01', '0:09']);
});
it('reads a number with or without its calling code', () => {
  expect(toE164('+502 5512 3480')).toBe('+50255123480');
  expect(toE164('5512-3480')).toBe('+50255123480');
  expect(toE164('+49 151 234')).toBe('+49151234');
  expect(['+502', '', '+'].map(toE164)).toEqual(['', '', '']);
});
it('lists countries by the alphabet of the language', () => {
  const names = listCountries('en').map(({ name }) => name);
  expect(names.length).toBeGreaterThan(240);
  expect(names.indexOf('Germany')).toBeLessThan(names.indexOf('Guatemala'));
  expect(listCountries('es').find(({ code }) => code === 'DE')?.name).toBe('Alemania');
});

it('counts the minutes of a hold by what is left of it, however wrong the clock of the device is', () => {
  vi.useFakeTimers({ now: new Date('2031-01-01T00:00:00Z') });
  const { expiresAt } = readHold({
    hold_id: 'h',
    state: 'held',
    expires_at: '2026-10-14T12:15:00Z',
    seconds_left: 900,
    service_date: '2026-10-20',
    booking_type: 'shared',
    payment_method: 'card',
    num_people: 1,
    total_price: 385,
    currency_code: 'GTQ',
    currency_symbol: 'Q',
    lines: [],
  });
  expect(secondsLeft(expiresAt, Date.now())).toBe(900);
  vi.useRealTimers();
});

// @vitest-environment node
import { afterEach, describe, expect, it } from 'vitest';
import { activateLanguage } from '@/lib/i18n/i18n';
import { languageOf, SOURCE } from '@/lib/i18n/languages';
import { sayNotification } from '.';

const say = (wording: string, params: unknown) => sayNotification({ wording, params });
const boat = { title: 'Castle & hot waterfall', titles: { es: 'Castillo y cascada caliente' } };

afterEach(() => activateLanguage(SOURCE));

describe('a notification', () => {
  it('is a sentence in English', () => {
    expect(say('booking_confirmed', { ...boat, date: '2026-11-28', people: 2 })).toEqual({
      title: 'Booking confirmed',
      message: 'Your booking for Castle & hot waterfall on Saturday, November 28, 2026 is confirmed',
    });
    const from = { ...boat, people: 2, from: '2026-11-28', from_time: '09:00:00' };
    expect(say('guest_moved', { ...from, date: '2026-11-28', time: '14:00:00' }).message).toBe(
      'Castle & hot waterfall: 2 guests moved from Sat, Nov 28, 9:00 AM to Sat, Nov 28, 2:00 PM',
    );
    const before = { title: 'A walk', titles: {} };
    expect(say('guest_moved', { ...from, date: '2026-11-29', time: '14:00:00', before }).message).toBe(
      '2 guests moved from A walk, Sat, Nov 28, 9:00 AM, to Castle & hot waterfall, Sun, Nov 29, 2:00 PM',
    );
    const touched = { ...boat, date: '2026-11-28' };
    expect(say('condition_closed', { ...touched, trips: 1 }).message).toBe(
      'Castle & hot waterfall on Saturday, November 28, 2026: the route is closed. See the details.',
    );
    expect(say('condition_open', { ...touched, trips: 3 }).message).toBe(
      'Your 3 trips from Saturday, November 28, 2026: the route is open again.',
    );
    expect(say('guide_now', { ...boat, time: '07:00:00', date: null, bookings: 0 })).toEqual({
      title: "You're now the guide",
      message: 'Castle & hot waterfall at 7:00 AM: no upcoming bookings',
    });
    expect(say('run_given', { ...boat, time: '07:00:00', days: ['friday', 'monday'] }).message).toBe(
      'Castle & hot waterfall at 7:00 AM, every Monday, Friday',
    );
    expect(say('tomorrow', { departures: 3, guests: 1, unled: 0, requests: 2 }).message).toBe(
      '3 departures, 1 guest. 2 role requests to decide',
    );
    const cash = { name: 'Pedro', amount: 351, currency_symbol: 'Q' };
    expect(say('cash_brought', cash)).toEqual({ title: 'Cash to count', message: 'Pedro hands over Q351.00' });
    expect(say('cash_brought', { ...cash, amount: -351 })).toEqual({
      title: 'Cash to pay out',
      message: 'Pedro refunded Q351.00 to guests',
    });
    expect(say('paid_out', { ...boat, amount: 1234.5, currency_symbol: 'Q', more: 2, reference: null }).message).toBe(
      'Q1,234.50 was paid to you: Castle & hot waterfall and 2 more bookings',
    );
  });

  it("that was written before the language was selected is in that language, with the service's name in it", async () => {
    const told = { ...boat, date: '2026-11-28', people: 2, status: 'checked_in' };
    const english = say('booking_status', told);
    await activateLanguage(languageOf('es') ?? SOURCE);
    const spanish = say('booking_status', told);
    expect(spanish.message).toContain('Castillo y cascada caliente');
    expect(spanish.message).not.toContain('checked in');
    expect(spanish.title).not.toBe(english.title);
    // A text that was never translated is shown as written.
    expect(say('booking_status', { ...told, titles: {} }).message).toContain(boat.title);
  });

  it.each([
    ['of a wording that this version does not know', 'from_the_future', {}],
    ['of a name that every object has', 'constructor', {}],
    ['without its values', 'booking_confirmed', {}],
    ['with values of another type', 'booking_confirmed', { ...boat, date: 5, people: 'two' }],
    ['with nothing', 'booking_confirmed', null],
  ])('%s calmly shows that there is something to see', (_, wording, params) => {
    expect(say(wording, params)).toEqual({
      title: 'Something has changed',
      message: 'Open it to see the details.',
    });
  });
});

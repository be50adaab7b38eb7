// @vitest-environment node
import { aBookingForm, aService } from '@tests/support/factories';
import { describe, expect, it } from 'vitest';
import type { Service } from '@/features/booking/checkout/service';
import { bookingSchema, checkForm, emptyForm, FIELD_ORDER, payBlocker } from './booking-form';
import { fillPassengers } from './passengers';

const empty = aBookingForm({
  serviceDate: '',
  slotId: '',
  whatsappNumber: '',
  country: '',
  numPeople: 1,
  waiverAccepted: false,
});
const messages = (...args: Parameters<typeof checkForm>) => checkForm(...args).map((issue) => issue.message);

describe('the booking form', () => {
  it('is checked in its order, with its texts', () => {
    expect(messages(empty, aService({ minSpots: 2, passportRequired: true }))).toEqual([
      'Please select a date for your booking',
      'Please select a time slot',
      'Please provide your WhatsApp number',
      'Please provide your country of origin',
      'Shared bookings require at least 2 guests',
      'Please upload a passport image',
      'Please read and accept the waiver',
    ]);
  });
  it('names the private minimum for a private booking', () => {
    expect(messages(aBookingForm({ bookingType: 'private', numPeople: 3 }), aService({ minPrivateGuests: 4 }))).toEqual(
      ['Private bookings require at least 4 guests'],
    );
  });
  it('is accepted when complete, with a passport only where required', () => {
    expect(checkForm(aBookingForm(), aService())).toEqual([]);
    expect(messages(aBookingForm(), aService({ passportRequired: true }))).toEqual(['Please upload a passport image']);
    const passports = [{ path: 'u/1.jpg', name: 'p.jpg', size: 1 }];
    expect(checkForm(aBookingForm({ passports }), aService({ passportRequired: true }))).toEqual([]);
  });
  it('accepts a passport image for each person, and no more', () => {
    const passports = ['1', '2', '3'].map((n) => ({ path: `u/${n}.jpg`, name: `${n}.jpg`, size: 1 }));
    const of = (numPeople: number) => aBookingForm({ passports, numPeople });
    const border = aService({ passportRequired: true });
    expect(checkForm(of(3), border)).toEqual([]);
    expect(messages(of(2), border)).toEqual(['There are more passport images than people. Remove one, or add people.']);
    expect([payBlocker(of(3), border), payBlocker(of(2), border)]).toEqual([null, 'passports']);
  });
  it('treats a number with only its country code as empty', () => {
    expect(messages(aBookingForm({ whatsappNumber: '+502' }), aService())).toEqual([
      'Please provide your WhatsApp number',
    ]);
  });
  it('refuses a web address as a hotel or a passenger', () => {
    const form = aBookingForm({ hotelName: 'Win at evil.com', numPeople: 1 });
    const notPlain = 'Please use a name without web addresses or invisible characters';
    expect(messages(form, aService())).toEqual([
      'Please enter the hotel without web addresses or invisible characters',
    ]);
    expect(messages({ ...form, hotelName: 'Hotel Luna, No. 5' }, aService())).toEqual([]);
    const passengers = fillPassengers([], 1).map((entry) => ({ ...entry, name: 'www.evil.test' }));
    expect(checkForm({ ...form, hotelName: '', passengers }, aService({ kind: 'transport' }))).toEqual([
      { field: 'passengers', at: [0, 'name'], message: notPlain },
    ]);
  });
  it('shows each error at its field', () => {
    const result = bookingSchema(aService()).safeParse(empty);
    expect(result.success).toBe(false);
    expect(result.error?.issues.map((issue) => issue.path[0])).toEqual([
      'serviceDate',
      'slotId',
      'whatsappNumber',
      'country',
      'waiverAccepted',
    ]);
    expect(FIELD_ORDER).toContain('passports');
  });
});

describe('the transport form', () => {
  const shuttle = (change: Partial<Service> = {}) => aService({ kind: 'transport', ...change });
  const named = fillPassengers([], 2).map((entry, n) => ({ ...entry, name: `Person ${n}` }));

  it('is checked in the same order without the time slot, the date first, and then shows who has no name', () => {
    const blank = { ...empty, numPeople: 1, passengers: fillPassengers([], 1) };
    expect(messages(blank, shuttle({ minSpots: 2, passportRequired: true }))).toEqual([
      'Please select a date for your booking',
      'Please provide your WhatsApp number',
      'Please provide your country of origin',
      'Shared bookings require at least 2 guests',
      'Please upload a passport image',
      'Please provide the name of passenger 1',
      'Please read and accept the waiver',
    ]);
  });
  it('requires only names, and shows no other error', () => {
    expect(messages(aBookingForm({ passengers: named, slotId: '' }), shuttle())).toEqual([]);
    const [first, second] = named;
    const passengers = [
      { ...first, email: 'no address', phone: '+502 55' },
      { ...second, name: ' ', whatsapp: '+5' },
    ] as typeof named;
    expect(checkForm(aBookingForm({ passengers }), shuttle())).toEqual([
      { field: 'passengers', at: [0, 'email'], message: 'Please provide a valid email for passenger 1' },
      { field: 'passengers', at: [0, 'phone'], message: 'Please provide a valid phone number for passenger 1' },
      { field: 'passengers', at: [1, 'name'], message: 'Please provide the name of passenger 2' },
      { field: 'passengers', at: [1, 'whatsapp'], message: 'Please provide a valid WhatsApp number for passenger 2' },
    ]);
  });
  it("does not ask twice for the booker's own number", () => {
    expect(messages(aBookingForm({ passengers: named, whatsappNumber: '+502' }), shuttle())).toEqual([
      'Please provide your WhatsApp number',
    ]);
  });
  it("shows each error at its passenger's field", () => {
    const result = bookingSchema(shuttle()).safeParse(aBookingForm({ passengers: fillPassengers([], 2) }));
    expect(result.error?.issues.map((issue) => issue.path)).toEqual([
      ['passengers', 0, 'name'],
      ['passengers', 1, 'name'],
    ]);
  });
  it('disables its pay button without a date, and if the day has no seats', () => {
    expect(payBlocker(aBookingForm({ serviceDate: '', slotId: '' }), shuttle())).toBe('serviceDate');
    expect(payBlocker(aBookingForm({ slotId: '' }), shuttle(), false)).toBe('maxSpots');
    expect(payBlocker(aBookingForm({ slotId: '' }), shuttle())).toBeNull();
  });
});

describe('the pay button', () => {
  const off: [string, Parameters<typeof payBlocker>][] = [
    ['slotId', [aBookingForm({ slotId: '' }), aService()]],
    ['maxSpots', [aBookingForm(), aService({ maxSpots: 0 })]],
    ['numPeople', [aBookingForm({ numPeople: 1 }), aService({ minSpots: 2 })]],
    ['numPeople', [aBookingForm({ bookingType: 'private', numPeople: 2 }), aService({ minPrivateGuests: 3 })]],
    ['passports', [aBookingForm(), aService({ passportRequired: true })]],
    ['waiverAccepted', [aBookingForm({ waiverAccepted: false }), aService()]],
  ];
  it.each(off)('is disabled by %s', (reason, args) => expect(payBlocker(...args)).toBe(reason));
  it('is otherwise enabled, even without WhatsApp and country, which have messages', () => {
    expect(payBlocker(aBookingForm({ whatsappNumber: '', country: '' }), aService())).toBeNull();
  });
});

it('opens with tomorrow in the territory, whatever the local day is', () => {
  // 23:30 on the 14th in Guatemala is already the 15th in UTC.
  const late = new Date('2026-10-15T05:30:00Z');
  expect(emptyForm(aService(), late).serviceDate).toBe('2026-10-15');
  expect(emptyForm(aService({ minSpots: 2 }), late)).toMatchObject({
    numPeople: 2,
    bookingType: 'shared',
    slotId: '',
    waiverAccepted: false,
  });
});

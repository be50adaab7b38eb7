// @vitest-environment node
import { aBookingForm, aService } from '@tests/support/factories';
import { describe, expect, it } from 'vitest';
import { holdRequest } from '@/features/booking/checkout/dto';
import type { BookingForm } from './booking-form';
import { fillPassengers, passengersOf } from './passengers';

const booker = { name: 'Anna Berg', email: 'anna@example.org' };
const shuttle = aService({ kind: 'transport' });
const trip = (change: Partial<BookingForm> = {}) =>
  aBookingForm({ booker, passengers: fillPassengers([], 2), ...change });

describe('the passengers', () => {
  it('are one per person, and the first is the booker until something else is typed', () => {
    const [first, second, ...more] = passengersOf(trip({ speaksSpanish: true }));
    expect(first).toEqual({
      name: 'Anna Berg',
      email: 'anna@example.org',
      phone: '+50255123480',
      whatsapp: '+50255123480',
      country: 'DE',
      speaksSpanish: true,
    });
    expect(second).toEqual({ name: '', email: '', phone: '', whatsapp: '', country: '', speaksSpanish: false });
    expect(more).toEqual([]);
  });
  it('follow the booker field by field, and keep what is typed', () => {
    const [entry] = fillPassengers([], 1);
    const own = entry && { ...entry, name: 'Kofi Mensah', email: '' };
    const [first] = passengersOf(trip({ passengers: own ? [own] : [], numPeople: 1, country: 'GH' }));
    expect(first).toMatchObject({ name: 'Kofi Mensah', email: '', country: 'GH' });
  });
  it('show no error before anything was typed', () => {
    const untouched = { name: null, email: null, phone: null, whatsapp: null, country: null, speaksSpanish: null };
    expect(fillPassengers([], 1)).toEqual([untouched]);
  });
  it('restore removed ones unchanged', () => {
    const passengers = fillPassengers([], 3).map((entry, n) => ({ ...entry, name: `Person ${n}` }));
    const names = (numPeople: number) => passengersOf(trip({ passengers, numPeople })).map(({ name }) => name);
    expect(names(1)).toEqual(['Person 0']);
    expect(names(4)).toEqual(['Person 0', 'Person 1', 'Person 2', '']);
    expect(fillPassengers(passengers, 1)).toHaveLength(3);
  });
});

describe('the request', () => {
  it('contains the passengers and the time of transport', () => {
    const request = holdRequest(shuttle, trip(), 'key');
    expect(request).toMatchObject({
      kind: 'transport',
      service_id: shuttle.id,
      slot_id: 'slot',
      payment_method: 'card',
    });
    expect('passenger_details' in request && request.passenger_details).toEqual([
      {
        name: 'Anna Berg',
        email: 'anna@example.org',
        phone: '+50255123480',
        whatsapp: '+50255123480',
        country: 'DE',
        speaks_spanish: false,
      },
      { name: null, email: null, phone: null, whatsapp: null, country: null, speaks_spanish: false },
    ]);
  });
  it('contains the time slot for an experience, and no passengers', () => {
    const request = holdRequest(aService(), trip(), 'key');
    expect(request).toMatchObject({ kind: 'experience', service_id: aService().id, slot_id: 'slot' });
    expect(request).not.toHaveProperty('passenger_details');
  });
});

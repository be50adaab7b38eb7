import type { Hold } from './dto';
import type { BookingForm } from './form';
import type { Service } from './service';

/** Factories for the tests of this folder. */
export const service = (change: Partial<Service> = {}): Service => ({
  kind: 'experience',
  id: '5a0b1c2d-0000-4000-8000-000000000001',
  title: 'Hot Waterfall',
  bookingType: 'shared',
  sharedPrice: 385,
  privatePrice: null,
  currencySymbol: 'Q',
  timeZone: 'America/Guatemala',
  minSpots: 1,
  maxSpots: 8,
  minPrivateGuests: 1,
  maxPrivateGuests: 1,
  passportRequired: false,
  cashAllowed: false,
  cancellationPolicy: 'moderate',
  ...change,
});

export const hold = (change: Partial<Hold> = {}): Hold => ({
  id: '5a0b1c2d-0000-4000-8000-0000000000aa',
  state: 'held',
  expiresAt: '2026-10-14T12:15:00Z',
  serviceDate: '2026-10-20',
  startTime: '07:00:00',
  bookingType: 'shared',
  paymentMethod: 'card',
  numPeople: 2,
  totalPrice: 770,
  currencyCode: 'GTQ',
  currencySymbol: 'Q',
  lines: [{ code: 'per_person', unitPrice: 385, quantity: 2, amount: 770 }],
  bookingId: null,
  cancellationPolicy: 'moderate',
  ...change,
});

export const form = (change: Partial<BookingForm> = {}): BookingForm => ({
  serviceDate: '2099-10-20',
  timeslotId: 'slot',
  bookingType: 'shared',
  typeChosen: false,
  numPeople: 2,
  paymentMethod: 'card',
  whatsappNumber: '+50255123480',
  country: 'DE',
  hotelName: '',
  speaksSpanish: false,
  waiverAccepted: true,
  passport: null,
  passengers: [],
  booker: { name: '', email: '' },
  ...change,
});

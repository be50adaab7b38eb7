import type { Voice } from './voices.ts';

/** Bookings written by hand for the demo's accounts and a guide's day. */
export interface Trip {
  by: string;
  /** The path of the offer (see ../offers.ts). */
  offer: string;
  /** Days from today. If the offer doesn't run, it moves away from today to the next day on which it does. */
  day: number;
  start?: string;
  people: number;
  type?: 'shared' | 'private';
  method?: 'card' | 'cash';
  status: 'ordered' | 'paid' | 'cancelled' | 'confirmed' | 'checked_in' | 'no_show' | 'refunded';
  hotel?: string;
  review?: Omit<Voice, 'country'>;
}

export const trips: readonly Trip[] = [
  // Anna's future trips.
  {
    by: 'tourist',
    offer: 'rio-dulce/canyon',
    day: 0,
    start: '07:00',
    people: 2,
    status: 'paid',
    hotel: 'Posada Nuevo Sol',
  },
  {
    by: 'tourist',
    offer: 'rio-dulce/ceiba-trail',
    day: 1,
    start: '08:00',
    people: 2,
    status: 'confirmed',
    hotel: 'Posada Nuevo Sol',
  },
  {
    by: 'tourist',
    offer: 'rio-dulce/hot-waterfall',
    day: 3,
    start: '07:00',
    people: 2,
    status: 'paid',
    hotel: 'Posada Nuevo Sol',
  },
  {
    by: 'tourist',
    offer: 'rio-dulce/mangrove-kayak',
    day: 5,
    people: 2,
    method: 'cash',
    status: 'ordered',
    hotel: 'Posada Nuevo Sol',
  },
  {
    by: 'tourist',
    offer: 'rio-dulce/transport/shuttle-flores',
    day: 6,
    people: 2,
    status: 'paid',
    hotel: 'Posada Nuevo Sol',
  },
  {
    by: 'tourist',
    offer: 'peten/tikal-sunrise',
    day: 8,
    people: 2,
    status: 'confirmed',
    hotel: 'Hotel Isla de Flores',
  },
  { by: 'tourist', offer: 'rio-dulce/canyon', day: 2, start: '07:00', people: 2, method: 'cash', status: 'cancelled' },
  // Anna's past trips.
  {
    by: 'tourist',
    offer: 'antigua/historian',
    day: -10,
    start: '09:00',
    people: 2,
    status: 'checked_in',
    hotel: 'Casa Jacinta',
    review: {
      language: 'en',
      rating: 5,
      text: 'Paola reads walls. We came for the Arch and left with a whole century.',
      reply: 'Thank you, Anna. Come back in Lent, when the streets are carpets.',
    },
  },
  {
    by: 'tourist',
    offer: 'antigua/transport/shuttle-rio-dulce',
    day: -4,
    people: 2,
    status: 'checked_in',
    hotel: 'Casa Jacinta',
  },
  { by: 'tourist', offer: 'antigua/coffee-harvest', day: -11, people: 2, status: 'refunded', hotel: 'Casa Jacinta' },
  { by: 'tourist', offer: 'lake-atitlan/three-villages', day: -18, people: 2, status: 'checked_in' },
  { by: 'tourist', offer: 'lake-atitlan/transport/lancha-san-pedro', day: -19, people: 2, status: 'checked_in' },
  { by: 'tourist', offer: 'lake-atitlan/indian-nose', day: -17, people: 2, status: 'no_show' },

  // Elmer's boat, today and tomorrow.
  {
    by: 'lucia.ferrer',
    offer: 'rio-dulce/canyon',
    day: 0,
    start: '07:00',
    people: 3,
    status: 'confirmed',
    hotel: 'Hacienda Tijax',
  },
  {
    by: 'james.whitfield',
    offer: 'rio-dulce/canyon',
    day: 0,
    start: '07:00',
    people: 1,
    method: 'cash',
    status: 'ordered',
    hotel: 'Tortugal',
  },
  {
    by: 'kofi.mensah',
    offer: 'rio-dulce/canyon',
    day: 1,
    start: '07:00',
    people: 2,
    status: 'paid',
    hotel: 'Hotel Backpackers',
  },
  {
    by: 'claire.dubois',
    offer: 'rio-dulce/canyon',
    day: 1,
    start: '07:00',
    people: 4,
    status: 'confirmed',
    hotel: 'Hacienda Tijax',
  },
  {
    by: 'tom.devries',
    offer: 'rio-dulce/canyon',
    day: -1,
    start: '07:00',
    people: 2,
    status: 'checked_in',
    hotel: 'Hotel Backpackers',
  },
  // The shuttle office of Río Dulce, today.
  {
    by: 'james.whitfield',
    offer: 'rio-dulce/transport/shuttle-flores',
    day: 0,
    people: 1,
    status: 'paid',
    hotel: 'Tortugal',
  },
  {
    by: 'lena.vogt',
    offer: 'rio-dulce/transport/shuttle-flores',
    day: 0,
    people: 2,
    status: 'confirmed',
    hotel: 'Hotel Backpackers',
  },
  { by: 'priya.raman', offer: 'rio-dulce/transport/lancha-livingston', day: 0, people: 3, status: 'paid' },
  { by: 'erik.lindqvist', offer: 'rio-dulce/transport/shuttle-antigua', day: 1, people: 2, status: 'paid' },
  // Its van to Flores, tomorrow.
  {
    by: 'claire.dubois',
    offer: 'rio-dulce/transport/shuttle-flores',
    day: 1,
    people: 4,
    status: 'confirmed',
    hotel: 'Hacienda Tijax',
  },
  {
    by: 'tom.devries',
    offer: 'rio-dulce/transport/shuttle-flores',
    day: 1,
    people: 2,
    status: 'paid',
    hotel: 'Hotel Backpackers',
  },
];

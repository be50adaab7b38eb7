export type ServiceKind = 'experience' | 'transport';

/** What is being sold, as the booking panel needs it; made from an experience or from a transport service. */
export type Service = {
  kind: ServiceKind;
  id: string;
  title: string;
  bookingType: 'shared' | 'private' | 'both';
  sharedPrice: number | null; // per person
  privatePrice: number | null; // whole group
  currencySymbol: string;
  timeZone: string;
  minSpots: number;
  maxSpots: number;
  minPrivateGuests: number;
  maxPrivateGuests: number;
  passportRequired: boolean;
  cashAllowed: boolean;
  cancellationPolicy: string;
};

export type BookingType = 'shared' | 'private';
type PaymentMethod = 'card' | 'cash';

/**
 * A departure that can be booked on one date. Times are HH:MM:SS, local to the territory. Transport leaves once a day,
 * without a timeslot, and a private car may have no time of its own.
 */
export type Departure = {
  timeslotId: string | null;
  date: string;
  startTime: string | null;
  capacity: number;
  available: number;
  closed: boolean;
};

export type PriceLine = { code: 'per_person' | 'whole_group'; unitPrice: number; quantity: number; amount: number };
export type Quote = { currencySymbol: string; totalPrice: number; lines: PriceLine[] };

/** Seats kept for fifteen minutes at a frozen price. */
export type Hold = {
  id: string;
  state: 'held' | 'consumed' | 'released' | 'void';
  expiresAt: string; // by this device's clock
  serviceDate: string;
  startTime: string | null;
  bookingType: BookingType;
  paymentMethod: PaymentMethod;
  numPeople: number;
  totalPrice: number;
  currencyCode: string;
  currencySymbol: string;
  lines: PriceLine[];
  bookingId: string | null;
  /** As it was when the seats were taken. */
  cancellationPolicy: string | null;
};

export type Intent = { clientSecret: string; paymentIntentId: string };
export type PaymentState = 'booked' | 'processing' | 'requires_payment' | 'void';

/** What stands in the traveller's way, in words for them. `code` decides what the panel offers next. */
export type Problem = { code: string; message: string };

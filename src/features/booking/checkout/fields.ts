import type { Passenger } from './passengers/passengers';
import type { CheckedField } from './schema';

/** Ids of the controls, so that the summary of errors can take the traveller to each. */
export const fieldId: Record<CheckedField, string> = {
  serviceDate: 'booking-date',
  timeslotId: 'booking-time',
  whatsappNumber: 'booking-whatsapp',
  country: 'booking-country',
  numPeople: 'booking-people',
  passport: 'booking-passport',
  passengers: 'booking-passengers',
  waiverAccepted: 'booking-waiver',
};

export const passengerFieldId = (index: number, field: keyof Passenger): string =>
  `${fieldId.passengers}-${index + 1}-${field}`;

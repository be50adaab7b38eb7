// @vitest-environment node
import { aService } from '@tests/support/factories';
import { expect, it } from 'vitest';
import { emptyForm } from './form/booking-form';
import { recall } from './use-remembered';

const form = emptyForm(aService());
const details = {
  whatsapp_number: '+491701234567',
  country: 'DE',
  speaks_spanish: true,
  hotel_name: 'Posada Nuevo Sol',
};

it('fills the number, the country, the hotel and the language of the last booking into a form', () => {
  expect(recall(form, details, null)).toEqual({
    whatsappNumber: '+491701234567',
    country: 'DE',
    hotelName: 'Posada Nuevo Sol',
    speaksSpanish: true,
  });
});

it('prefers the country of the profile, even without an earlier booking', () => {
  expect(recall(form, details, 'AT').country).toBe('AT');
  expect(recall(form, null, 'AT')).toEqual({ whatsappNumber: '', country: 'AT', hotelName: '', speaksSpanish: false });
});

it('keeps what is typed', () => {
  const typed = { ...form, whatsappNumber: '+50255123480', country: 'FR', hotelName: 'My hotel', speaksSpanish: true };
  expect(recall(typed, details, 'AT')).toEqual({});
});

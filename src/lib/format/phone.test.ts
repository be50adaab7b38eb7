// @vitest-environment node
import { expect, it } from 'vitest';
import { callLink, formatPhone, whatsAppLink } from './phone';

it.each([
  ['+502 5512-3480', 'https://wa.me/50255123480'],
  ['javascript:alert(1)', 'https://wa.me/1'],
  ['none', null],
])('opens the chat of %s', (number, link) => expect(whatsAppLink(number)).toBe(link));

it('adds a text', () =>
  expect(whatsAppLink('+50255123480', 'Río & lake: 4 people?')).toBe(
    'https://wa.me/50255123480?text=R%C3%ADo%20%26%20lake%3A%204%20people%3F',
  ));

it.each([
  ['+502 5512-3480', 'tel:+50255123480'],
  ['javascript:alert(1)', 'tel:1'],
  ['none', null],
])('calls %s', (number, link) => expect(callLink(number)).toBe(link));

it.each([
  ['+50255123480', '+502 5512 3480'],
  ['+12025550105', '+1 202 555 0105'],
  ['+34612345678', '+34 612 345 678'],
  ['+4915112345678', '+49 151 123 456 78'],
  ['+3725123456', '+372 512 3456'],
  ['55123480', '55123480'],
  ['+502 5512 3480', '+502 5512 3480'],
  ['', ''],
])('shows %j in groups', (number, shown) => expect(formatPhone(number)).toBe(shown));

// @vitest-environment node
import { type CountryCode, getCountries, getExampleNumber } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, it } from 'vitest';
import { isPhone } from '@/lib/format/phone-number';
import { readPhone } from './read-phone';

const number = (number: string) => ({ kind: 'number', number });
const unreadable = { kind: 'unreadable' };

it.each([
  // Numbers of the field's country.
  ['5512-3480', '+50255123480'],
  ['(502) 5512.3480', '+50255123480'],
  ['+502 502 5512 3480', '+50255123480'],
  ['00502 5512 3480', '+50255123480'],
  ['4917 0123', '+50249170123'],
  // Numbers of another country, with or without the field's code.
  ['+502 +49 170 1234567', '+491701234567'],
  ['+502 0049 170 1234567', '+491701234567'],
  ['+49 (0)170 1234567', '+491701234567'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['+1 (202) 555-0147', '+12025550147'],
  ['+39 06 698 12345', '+390669812345'],
  ['+225 01 23 45 67 89', '+2250123456789'],
  // Numbers as people copy them from elsewhere.
  ['https://wa.me/491701234567?text=Hola', '+491701234567'],
  ['+502 https://wa.me/50255123480', '+50255123480'],
  ['https://api.whatsapp.com/send?phone=%2B491701234567&text=2', '+491701234567'],
  ['whatsapp://send?phone=50255123480', '+50255123480'],
  ['tel:+502-5512-3480', '+50255123480'],
  ['tel:5512-3480;phone-context=+502', '+50255123480'],
  ['Tel.: +502 5512 3480', '+50255123480'],
  ['\u202a+502 5512\u20113480\u202c', '+50255123480'],
  ['＋５０２ ５５１２ ３４８０', '+50255123480'],
  ['٥٥١٢٣٤٨٠', '+50255123480'],
  ['۰۰۴۹۱۷۰۱۲۳۴۵۶۷', '+491701234567'],
  // Formats that a country no longer uses.
  ['+52 1 55 1234 5678', '+525512345678'],
  ['+52 044 55 1234 5678', '+525512345678'],
  ['+54 9 11 1234 5678', '+5491112345678'],
  ['+54 11 15 1234 5678', '+5491112345678'],
  ['+54 9 11 15 1234 5678', '+5491112345678'],
])('reads %s in a field of Guatemala', (text, expected) => expect(readPhone(text, 'GT')).toEqual(number(expected)));

it.each<[string, CountryCode, string]>([
  ['0170 1234567', 'DE', '+491701234567'],
  ['15112345678', 'DE', '+4915112345678'],
  ['06 698 12345', 'IT', '+390669812345'],
  ['011 502 5512 3480', 'US', '+50255123480'],
  ['1 55 1234 5678', 'MX', '+525512345678'],
  ['011 15 1234 5678', 'AR', '+5491112345678'],
])('reads %s in a field of %s', (text, country, expected) =>
  expect(readPhone(text, country)).toEqual(number(expected)),
);

it.each([
  ['+502 491701234567', ['+491701234567']],
  ['1 202 555 0147', ['+12025550147']],
  ['+502 5512 3480 +49 170 1234567', ['+50255123480', '+491701234567']],
])('asks which number %s is', (text, numbers) => expect(readPhone(text, 'GT')).toEqual({ kind: 'question', numbers }));

it('asks whether the code of the field was written again, if it may be a number either way', () =>
  expect(readPhone('4917012345678', 'DE')).toEqual({
    kind: 'question',
    numbers: ['+4917012345678', '+494917012345678'],
  }));

it.each([
  '5512',
  '+49',
  '+999 123 4567',
  '5512 3480 ext. 12',
  '5512 3480 / 5512 3481',
  'wa.me/qr/ABC',
  '1-800-FLOWERS',
  '2025550147',
  // A German number without its code. With Guatemala's code, its eleven digits would be a service number.
  '01701234567',
  'x',
])('refuses %s as a number', (text) => expect(readPhone(text, 'GT')).toEqual(unreadable));

it.each(['', ' ', '+', '+5', '+502', '+502 '])('treats "%s" as an empty field', (text) =>
  expect(readPhone(text, 'GT')).toEqual({ kind: 'empty' }),
);

it('reads a mobile number of every country, however it is written, in a field of any country', () => {
  const wrong = getCountries().flatMap((country) => {
    const example = getExampleNumber(country, examples);
    if (!example) return [];
    const { number: international } = example;
    const texts = [
      international,
      example.formatInternational(),
      `00${international.slice(1)}`,
      `+502 ${international}`,
      `wa.me/${international.slice(1)}`,
    ];
    const readings = [
      ...texts.map((text) => readPhone(text, 'GT')),
      readPhone(international, country),
      readPhone(example.formatNational(), country),
    ];
    return readings.every(
      (reading) => reading.kind === 'number' && reading.number === international && isPhone(international),
    )
      ? []
      : [[country, international, JSON.stringify(readings)]];
  });
  expect(getCountries().length).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
});

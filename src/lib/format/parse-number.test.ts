// @vitest-environment node
import { afterEach, describe, expect, it } from 'vitest';
import { i18n } from '@/lib/i18n/i18n';
import { LANGUAGES } from '@/lib/i18n/languages';
import { parseNumber } from './parse-number';

const speak = (locale: string) => i18n.loadAndActivate({ locale, messages: {} });
afterEach(() => speak('en'));

describe.each(LANGUAGES.map(({ code }) => code))('parsing a number in %s', (language) => {
  it.each([
    ['385', 385],
    ['385.50', 385.5],
    ['385,50', 385.5],
    ['2,5', 2.5],
    [' 2.5 ', 2.5],
    ['.5', 0.5],
    ['5,', 5],
    ['0,125', 0.125],
    ['1234,5678', 1234.5678],
    ['-5', -5],
    ['-1,234.50', -1234.5],
    ['1,234.50', 1234.5],
    ['1.234,50', 1234.5],
    ['1 234,50', 1234.5],
    ['1\u{a0}234.50', 1234.5],
    ['1\u{202f}234', 1234],
    ['1,234,567', 1_234_567],
    ['1.234.567', 1_234_567],
    // Thousands as the reader's language writes them, and ambiguous ones.
    ['1,234', 1234],
    ['1.234', Number.NaN],
    ['12.345', Number.NaN],
    ['1.000', Number.NaN],
    // Digits from other keyboards.
    ['３８５．５０', 385.5],
    ['２，５', 2.5],
    ['－５', -5],
    ['٣٨٥', 385],
    ['\u{200e}385\u{200f}', 385],
    // Numbers with a currency sign.
    ['Q 2,5', 2.5],
    ['Q385.50', 385.5],
    ['q5', 5],
    ['Q-5', -5],
    ['GTQ 1,234.50', 1234.5],
    ['US$ 12', 12],
    ['B/. 3', 3],
    ['$.5', 0.5],
    ['2,5 €', 2.5],
    ['12 USD', 12],
    ['', null],
    [' \u{a0} ', null],
  ])('reads %j as %d', (text, value) => {
    speak(language);
    expect(parseNumber(text)).toBe(value);
  });

  it.each([
    ...[
      '1e3',
      '1e99',
      'Infinity',
      'NaN',
      '0x10',
      'free',
      '5%',
      '90 min',
      '12a',
      'x5',
      'Q',
      'Q Q5',
      '-',
      '.',
      ',',
      '+5',
      '--5',
      '5-',
    ],
    ...['1.2.3', '1,23,456', '12 34', '1234,567.5', '1,234,50', '1.234.56', '1, 5', '0,123,456'],
    ...['5²', '½'],
  ])('refuses %j', (text) => {
    speak(language);
    expect(parseNumber(text)).toBeNaN();
  });
});

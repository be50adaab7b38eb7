// @vitest-environment node
import { afterEach, expect, it } from 'vitest';
import { i18n } from '@/lib/i18n/i18n';
import { compareText, displayNames, languageName } from '@/lib/i18n/intl';
import { listCountries } from './countries';
import { formatCompact, formatFileSize, formatRating } from './numbers';

const speak = (locale: string) => i18n.loadAndActivate({ locale, messages: {} });
afterEach(() => speak('en'));

it('shows a rating and a size with one decimal', () => {
  expect(formatRating(4.75)).toBe('4.8');
  expect(formatRating(5)).toBe('5.0');
  expect(formatFileSize(1_258_291)).toBe('1.2 MB');
});

it.each([
  ['en', 'Germany', 'Spanish', 'euros'],
  ['es', 'Alemania', 'español', 'euros'],
])('has the names of countries, languages and currencies in %s', (language, country, spanish, currency) => {
  speak(language);
  expect(listCountries(language)).toContainEqual({ code: 'DE', name: country });
  expect(languageName('es')).toBe(spanish);
  expect(displayNames({ type: 'currency' })().of('EUR')?.toLowerCase()).toMatch(currency.slice(0, 4));
});

it('shows an amount beside a chart in a short form', () => {
  expect([950, 1500, 40_000, 1_500_000].map(formatCompact)).toEqual(['950', '1.5K', '40K', '1.5M']);
  expect([999_949, 999_950, 1_000_000, -999_999].map(formatCompact)).toEqual(['999.9K', '1M', '1M', '-1M']);
});

it("sorts names by the language's alphabet, with numbers in them as numbers", () => {
  speak('es');
  expect(['Ñandú 2', 'Zoé', 'nube', 'Óscar', 'Ñandú 10'].sort(compareText)).toEqual([
    'nube',
    'Ñandú 2',
    'Ñandú 10',
    'Óscar',
    'Zoé',
  ]);
});

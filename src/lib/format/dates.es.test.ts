// @vitest-environment node
import { afterAll, beforeAll, expect, it } from 'vitest';
import { activateLanguage, currentLanguage } from '@/lib/i18n/i18n';
import { languageOf, SOURCE } from '@/lib/i18n/languages';
import { countryName } from '@/ui/media/Flag';
import { listCountries } from './countries';
import {
  formatDuration,
  formatInstant,
  formatLongDate,
  formatMonth,
  formatRelative,
  formatShortDate,
  formatTime,
  formatWeek,
  halvesOf,
} from './dates';
import { formatMoney } from './money';
import { formatCompact } from './numbers';

beforeAll(() => activateLanguage(languageOf('es') ?? SOURCE));
afterAll(() => activateLanguage(SOURCE));

it('shows days and times as in Guatemala', () => {
  expect(formatLongDate('2026-10-14')).toBe('miércoles, 14 de octubre de 2026');
  expect(formatShortDate('2026-10-14')).toBe('14 oct 2026');
  expect(formatWeek('2026-10-12')).toMatch(/^12.18 de octubre de 2026$/);
  expect(formatTime('07:00')).toBe('7:00\u00A0a.\u00A0m.');
  expect(halvesOf(formatTime('19:30'))).toEqual(['7:30', 'p.\u00A0m.']);
});

it('shows durations and amounts', () => {
  expect(formatDuration(1)).toBe('1 hora');
  expect(formatDuration(4.5)).toBe('4 h 30 min');
  expect(formatRelative('2026-10-14T10:00:00Z', new Date('2026-10-14T12:00:00Z'))).toBe('hace 2 h');
  expect(formatMoney(1234.5, 'Q')).toBe('Q1,234.50');
});

it('shows amounts beside a chart in a short form', () => {
  expect([1500, 40_000].map(formatCompact)).toEqual(['1.5\u00A0mil', '40\u00A0mil']);
});

it('shows months and times', () => {
  expect(formatMonth('2026-11')).toBe('nov 2026');
  expect(formatInstant('2026-07-07T12:38:00')).toBe('7 jul 2026, 12:38\u00A0p.\u00A0m.');
});

it('names countries', () => {
  expect(listCountries(currentLanguage().locale)).toContainEqual({ code: 'SA', name: countryName('SA') });
  expect(countryName('DE')).toBe('Alemania');
});

// @vitest-environment node
import { expect, it } from 'vitest';
import { listCountries } from './countries';

it('lists countries by the alphabet of the language', () => {
  const names = listCountries('en').map(({ name }) => name);
  expect(names.length).toBeGreaterThan(240);
  expect(names.indexOf('Germany')).toBeLessThan(names.indexOf('Guatemala'));
  expect(names).toContain('Kosovo');
  expect(listCountries('es').find(({ code }) => code === 'DE')?.name).toBe('Alemania');
});

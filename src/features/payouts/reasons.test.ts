// @vitest-environment node
import { readFileSync } from 'node:fs';
import { msg } from '@lingui/core/macro';
import { afterAll, expect, it } from 'vitest';
import { activateLanguage } from '@/lib/i18n/i18n';
import { languageOf, SOURCE } from '@/lib/i18n/languages';
import { storedText } from '@/lib/i18n/stored-text';
import { REASONS } from './reasons';

afterAll(() => activateLanguage(SOURCE));

it('a text of the database is said in the language of the page, one of a person as it is', async () => {
  const written = [msg`Arrival taken back`];
  expect(storedText('Arrival taken back', written)).toBe('Arrival taken back');
  await activateLanguage(languageOf('es') ?? SOURCE);
  expect(storedText('Arrival taken back', written)).toBe('Llegada anulada');
  expect(storedText('Llegó tarde', written)).toBe('Llegó tarde');
});

it('the texts are those that the database writes', () => {
  const schemas = `${import.meta.dirname}/../../../supabase/schemas`;
  const payouts = readFileSync(`${schemas}/24_payouts.sql`, 'utf8');
  for (const { message } of REASONS) expect(payouts).toContain(`'${message}'`);
  expect(readFileSync(`${schemas}/27_dock.sql`, 'utf8')).toContain('"note": "Arrival taken back"');
});

// @vitest-environment node
import { readFileSync } from 'node:fs';
import { msg } from '@lingui/core/macro';
import { afterAll, expect, it } from 'vitest';
import { activateLanguage } from './i18n';
import { languageOf, SOURCE } from './languages';
import { storedText } from './stored-text';

afterAll(() => activateLanguage(SOURCE));

it("translates the database's own texts, and leaves people's texts unchanged", async () => {
  const written = [msg`Check-in undone`];
  expect(storedText('Check-in undone', written)).toBe('Check-in undone');
  await activateLanguage(languageOf('es') ?? SOURCE);
  expect(storedText('Check-in undone', written)).toBe('Llegada anulada');
  expect(storedText('Llegó tarde', written)).toBe('Llegó tarde');
});

it('recognises the note of the database as one of those', () => {
  const dock = readFileSync(`${import.meta.dirname}/../../../supabase/schemas/dock/corrections.sql`, 'utf8');
  expect(dock).toContain('"note": "Check-in undone"');
});

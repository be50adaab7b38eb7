import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it } from 'vitest';
import { TranslationBadges } from './TranslationBadges';
import { statesOf } from './translations';

const read = (language: string, translated: Parameters<typeof TranslationBadges>[0]['translated']) => {
  renderApp(
    <p>
      All of it: <TranslationBadges language={language} translated={translated} />
    </p>,
  );
  return screen.getByText(/^All of it/).textContent;
};

it('shows the missing language of a row', () => {
  expect(read('en', {})).toBe('All of it: No Spanish yet');
});

it('shows it for the language that was written second', () => {
  expect(read('es', { fr: 'current' })).toBe('All of it: No English yet');
});

it('shows which language is older than its original', () => {
  expect(read('en', { es: 'older' })).toBe('All of it: Spanish out of date');
});

it('shows nothing if everything is written', () => {
  expect(read('en', { es: 'current' })).toBe('All of it: ');
});

it('reads it from the translations of a row too', () => {
  const stale = { name: 'd41d8cd98f00b204e9800998ecf8427e' };
  expect(statesOf({ es: { name: 'Muelle', stale }, fr: { name: 'Quai' } })).toEqual({ es: 'older', fr: 'current' });
});

import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { afterEach, expect, it } from 'vitest';
import { activateLanguage } from '@/lib/i18n/i18n';
import { languageOf, SOURCE } from '@/lib/i18n/languages';
import { localize, localizeNames, localizeTitle, textColumns } from '@/lib/i18n/listing-texts';
import { InLanguage } from './InLanguage';

const speak = (code: string) => activateLanguage(languageOf(code) ?? SOURCE);
afterEach(() => speak('en'));

const written = (language: string, texts: Record<string, string> | null) => ({
  id: 'lake',
  title: 'Lake walk',
  description: 'Along the shore.',
  video: null as string | null,
  language,
  texts,
});

it('requests only the texts in the language of the page', async () => {
  expect(textColumns()).toBe('language, texts:translations->en');
  await speak('es');
  expect(textColumns()).toBe('language, texts:translations->es');
});

it('shows the translation, and reports which text nobody has translated', async () => {
  await speak('es');
  const row = localize(written('en', { title: 'Caminata al lago' }), ['title', 'description', 'video']);
  expect(row).toEqual({
    id: 'lake',
    title: 'Caminata al lago',
    description: 'Along the shore.',
    video: null,
    untranslated: { description: 'en' },
  });
});

it('shows no note if everything is in the language of the page', async () => {
  const own = { id: 'lake', title: 'Lake walk', description: 'Along the shore.', video: null };
  expect(localize(written('en', null), ['title', 'description'])).toEqual(own);
  await speak('es');
  const both = { title: 'Caminata', description: 'Por la orilla.' };
  expect(localize(written('en', both), ['title', 'description'])).toEqual({ ...own, ...both });
});

it('ignores invalid texts', async () => {
  await speak('es');
  const row = localize({ ...written('en', null), texts: ['Caminata'] }, ['title']);
  expect(row).toMatchObject({ title: 'Lake walk', untranslated: { title: 'en' } });
});

it('shows the names of related rows, and reports which are in another language', async () => {
  await speak('es');
  const names = { title: { en: 'Lake walk', es: 'Caminata' }, meeting_point: { en: 'Dock' } };
  const row = { title: 'Lake walk', meeting_point: 'Dock', destination: null as string | null, names };
  expect(localizeNames(row, ['title', 'meeting_point', 'destination'])).toEqual({
    title: 'Caminata',
    meeting_point: 'Dock',
    destination: null,
    untranslated: { meeting_point: 'en' },
  });
  expect(localizeTitle({ title: 'Lake walk', titles: names.title })).toEqual({ title: 'Caminata' });
  expect(localizeTitle({ title: 'Lake walk', titles: { en: 'Lake walk' } })).toEqual({
    title: 'Lake walk',
    untranslated: { title: 'en' },
  });
  expect(localizeTitle({ title: null, titles: null })).toEqual({ title: null });
});

it('names the language in that of the page', async () => {
  const { unmount } = renderApp(<InLanguage code="es" />);
  expect(screen.getByText('In Spanish')).toBeVisible();
  unmount();
  await speak('es');
  renderApp(<InLanguage code="en" />);
  expect(screen.getByText('En inglés')).toBeVisible();
});

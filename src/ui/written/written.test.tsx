import { I18nProvider } from '@lingui/react';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { i18n } from '@/lib/i18n/i18n';

/** Simulates a browser that knows Spanish and English, and translates by putting the language before the text. */
const detected = (text: string) => (/[¿áéíóúñ]/.test(text) ? 'es' : 'en');
let translate: (text: string) => Promise<string>;
const asked = vi.fn();

beforeEach(() => {
  vi.resetModules();
  translate = async (text) => `In English: ${text}`;
  vi.stubGlobal('LanguageDetector', {
    availability: async () => 'available',
    create: async () => ({
      detect: async (text: string) => [{ detectedLanguage: detected(text), confidence: text.length > 8 ? 0.95 : 0.3 }],
    }),
  });
  vi.stubGlobal('Translator', {
    availability: async () => 'downloadable',
    create: async (pair: object) => {
      asked(pair);
      return { translate: (text: string) => translate(text) };
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  asked.mockClear();
});

async function show(text: string) {
  const { Written } = await import('./Written.tsx');
  const view = render(
    <I18nProvider i18n={i18n}>
      <Written text={text} />
    </I18nProvider>,
  );
  // Waits for the language detection, which handles one text at a time.
  await act(() => new Promise((done) => setTimeout(done, 0)));
  return view;
}

const SPANISH = 'El río está precioso por la mañana.';

it('marks a text with the language that it was written in, and translates it on request', async () => {
  await show(SPANISH);
  expect(screen.getByText(SPANISH)).toHaveAttribute('lang', 'es');
  await userEvent.click(screen.getByRole('button', { name: 'Translate text' }));
  expect(await screen.findByText(`In English: ${SPANISH}`)).toHaveAttribute('lang', 'en');
  expect(asked).toHaveBeenCalledWith({ sourceLanguage: 'es', targetLanguage: 'en' });
  expect(screen.getByText('Translated by your browser')).toBeVisible();
  expect(screen.getByText(SPANISH)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show only the original' }));
  expect(screen.queryByText(`In English: ${SPANISH}`)).not.toBeInTheDocument();
});

it('reports a failed translation, and retries it', async () => {
  translate = () => Promise.reject(new Error('No model'));
  await show(SPANISH);
  await userEvent.click(screen.getByRole('button', { name: 'Translate text' }));
  expect(await screen.findByText("Your browser couldn't translate this text.")).toBeVisible();
  translate = async () => 'The river is lovely.';
  await userEvent.click(screen.getByRole('button', { name: 'Translate text' }));
  expect(await screen.findByText('The river is lovely.')).toBeVisible();
});

it('marks a text in the language of the page and does not translate it', async () => {
  await show('The river is lovely in the morning.');
  expect(screen.getByText(/lovely/)).toHaveAttribute('lang', 'en');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it.each([
  ['is too short to recognise', () => undefined, '¡Sí!'],
  ['is read by a browser without a detector', () => vi.stubGlobal('LanguageDetector', undefined), SPANISH],
  [
    'is read by a detector that has to be downloaded',
    () => vi.stubGlobal('LanguageDetector', { availability: async () => 'downloadable', create: vi.fn() }),
    SPANISH,
  ],
])('shows a text without a note if it %s', async (_, change, text) => {
  change();
  await show(text);
  expect(screen.getByText(text)).not.toHaveAttribute('lang');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

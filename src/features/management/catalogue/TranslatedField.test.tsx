import { msg } from '@lingui/core/macro';
import { screen, within } from '@testing-library/react';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod/mini';
import { Button } from '@/ui/Button';
import { Form } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { allProblems } from './problems';
import { OriginalLanguage, TranslatedField } from './TranslatedField';
import {
  lineRefusal,
  type Translated,
  textProblems,
  translatedColumns,
  translatedShape,
  translatedValues,
} from './translations';

const TEXTS = { title: { label: msg`Title`, limit: 20, refusal: lineRefusal } };
const schema = z
  .object({ ...translatedShape, title: z.string() })
  .check(allProblems(['title', 'translations'], (values) => textProblems(values, TEXTS)));
const save = vi.fn();
beforeEach(() => save.mockReset().mockResolvedValue(undefined));

interface Row extends Translated {
  title: string;
}
const river: Row = { language: 'en', title: 'River', translations: { es: { title: 'Río' } } };
const older: Row = {
  ...river,
  translations: { es: { title: 'Río', stale: { title: 'd41d8cd98f00b204e9800998ecf8427e' } } },
};

function Listing({ record }: { record: Row | null }) {
  const values = { ...translatedValues(TEXTS, record), title: record?.title ?? '' };
  const form = useForm({ schema, values, save: (now) => save(translatedColumns(now)) });
  return (
    <Form form={form}>
      <OriginalLanguage record={record} />
      <TranslatedField name="title" text={TEXTS.title} record={record} />
      <Button type="submit">Save</Button>
    </Form>
  );
}

const spanish = () => screen.getByLabelText('Title, in Spanish');
const open = (record: Row | null) => renderApp(<Listing record={record} />).user;

it('marks the language of each text for readers, screen readers and the spelling checker', () => {
  open(river);
  expect(screen.getByText(/^The original is in English/)).toBeInTheDocument();
  expect(screen.queryByRole('combobox')).toBeNull();
  const original = screen.getByLabelText('Title');
  expect(original).toHaveAttribute('lang', 'en');
  expect(original).toHaveAccessibleDescription('Original, in English');
  expect(spanish()).toHaveAttribute('lang', 'es');
  expect(spanish()).toHaveValue('Río');
  expect(spanish()).toHaveAccessibleDescription('');
});

it('shows what is missing, until it is written', async () => {
  const user = open({ ...river, translations: {} });
  expect(spanish()).toHaveAccessibleDescription('Not translated yet');
  await user.type(spanish(), 'Río');
  expect(spanish()).toHaveAccessibleDescription('');
});

it('shows that a translation is outdated until it is edited', async () => {
  const user = open(older);
  expect(spanish()).toHaveAccessibleDescription('The original text has changed since this translation');
  await fill(user, spanish(), ' Dulce');
  expect(spanish()).toHaveAccessibleDescription('');
});

it('marks it as current, and undoes that', async () => {
  const user = open(older);
  const right = () => screen.getByRole('button', { name: 'Confirm translation: Title, in Spanish' });
  await user.click(right());
  expect(right()).toHaveAttribute('aria-pressed', 'true');
  expect(spanish()).toHaveAccessibleDescription("We'll save this translation as confirmed");
  await user.click(right());
  expect(spanish()).toHaveAccessibleDescription('The original text has changed since this translation');
  await user.click(right());
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const translations = { es: { title: 'Río', current: ['title'] } };
  expect(save).toHaveBeenLastCalledWith({ language: 'en', title: 'River', translations });
});

it('asks nothing about a translation that is not outdated', () => {
  open(river);
  expect(screen.queryByRole('button', { name: /^Confirm translation/ })).toBeNull();
});

it('shows that it becomes outdated while the original is changed', async () => {
  const user = open(river);
  await fill(user, screen.getByLabelText('Title'), ' Dulce');
  expect(spanish()).toHaveAccessibleDescription('The original text has changed since this translation');
});

it('saves one without the other', async () => {
  const user = open({ ...river, translations: {} });
  await user.type(spanish(), ' Río ');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(save).toHaveBeenLastCalledWith({ language: 'en', title: 'River', translations: { es: { title: 'Río' } } });
});

it('saves without a removed translation', async () => {
  const user = open(older);
  await user.clear(spanish());
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(save).toHaveBeenLastCalledWith({ language: 'en', title: 'River', translations: {} });
});

it.each([
  ['too long', 'ñ'.repeat(21), 'Please use at most 20 characters'],
  ['invisible', 'R\u202eío', 'Please remove the invisible characters'],
])('refuses beside the field what is %s', async (_, text, note) => {
  const user = open({ ...river, translations: { es: { title: text } } });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(spanish()).toBeInvalid();
  expect(spanish()).toHaveAccessibleDescription(note);
  const link = within(screen.getByRole('alert')).getByRole('link', { name: `Title, in Spanish: ${note}` });
  await user.click(link);
  expect(spanish()).toHaveFocus();
  expect(save).not.toHaveBeenCalled();
});

it('lets the author of a new listing select the original, and the texts stay in place', async () => {
  const user = open(null);
  const chosen = screen.getByLabelText('Original language');
  expect(chosen).toHaveValue('en');
  await user.type(screen.getByLabelText('Title'), 'Río');
  await user.type(spanish(), 'River');
  await user.selectOptions(chosen, 'Spanish');
  expect(screen.getByLabelText('Title')).toHaveAttribute('lang', 'es');
  expect(screen.getByLabelText('Title, in English')).toHaveValue('River');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(save).toHaveBeenLastCalledWith({ language: 'es', title: 'Río', translations: { en: { title: 'River' } } });
});

it('keeps a translation to a language that the app does not have', () => {
  const french = { ...river, translations: { fr: { title: 'Fleuve' } } };
  expect(translatedColumns(translatedValues(TEXTS, french)).translations).toEqual({ fr: { title: 'Fleuve' } });
});

it('refuses a title that is too long beside the field, in each language, instead of cutting it', async () => {
  const { user } = renderApp(<Listing record={river} />);
  const long = 'A'.repeat(21);
  for (const name of ['Title', 'Title, in Spanish']) {
    const field = screen.getByRole('textbox', { name });
    await user.clear(field);
    await user.click(field);
    await user.paste(long);
    expect(field).toHaveValue(long);
  }
  await user.click(screen.getByRole('button', { name: 'Save' }));
  for (const name of ['Title', 'Title, in Spanish'])
    expect(screen.getByRole('textbox', { name })).toHaveAccessibleDescription(
      expect.stringContaining('Please use at most 20 characters'),
    );
  expect(save).not.toHaveBeenCalled();
});

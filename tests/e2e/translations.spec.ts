import { expect, type Locator, type Page } from '@playwright/test';
import { newTeam, sql } from './support/fixtures.ts';
import { signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

const OLDER = 'El original cambió después';

/** Returns a picture drawn by the browser. */
async function photo(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 400 });
    canvas.getContext('2d')?.fillRect(0, 0, 640, 400);
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  });
  return Buffer.from(base64, 'base64');
}

async function fillNew(page: Page, form: Locator): Promise<void> {
  await form.getByLabel('Título', { exact: true }).fill('Las pozas de noche');
  await form.getByLabel('Descripción', { exact: true }).fill('Con lámparas por el cañón.');
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'n.jpg', mimeType: 'image/jpeg', buffer: await photo(page) });
  await expect(form.getByText('¡Subida completa!')).toBeVisible();
  await form.getByLabel('Precio compartido por persona').fill('185');
  await form.getByLabel('Máximo de cupos').fill('8');
  await form.getByLabel('Duración en horas').fill('2.5');
}

test('an experience is written in Spanish, translated, and changed later', {
  tag: ['@phone', '@management', '@nightly'],
}, async ({ browser }) => {
  const { manager, territoryId } = await newTeam();
  const page = await signedIn(browser, manager);
  await page.goto('/es/territory-management/edit-experience/new');
  const form = page.locator('form');
  await expect(form.getByLabel('Escrito en')).toHaveValue('es');
  await fillNew(page, form);
  await form.getByRole('button', { name: 'Agregar experiencia' }).click();
  await expect(page).toHaveURL('/es/territory-management?tab=experiences');
  const read = async () => {
    const [row] = await sql`
      select id, title, language, translations from public.experiences where territory_id = ${territoryId}`;
    return row;
  };
  const made = await read();
  expect(made).toMatchObject({ title: 'Las pozas de noche', language: 'es', translations: {} });

  const edit = `/es/territory-management/edit-experience/${made?.id}`;
  const english = form.getByLabel('Título, en inglés', { exact: true });
  await page.goto(edit);
  await expect(form.getByText(/^Escrito primero en español/)).toBeVisible();
  await expect(english).toHaveAccessibleDescription('Todavía sin traducir');
  await english.fill('The pools by night');
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page).toHaveURL('/es/territory-management?tab=experiences');
  expect(await read()).toMatchObject({ translations: { en: { title: 'The pools by night' } } });

  await page.goto(edit);
  await expect(english).toHaveAccessibleDescription('');
  await form.getByLabel('Título', { exact: true }).fill('Las pozas a la luz de la luna');
  await expect(english).toHaveAccessibleDescription(OLDER);
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page).toHaveURL('/es/territory-management?tab=experiences');

  await page.goto(edit);
  await expect(english).toHaveValue('The pools by night');
  await expect(english).toHaveAccessibleDescription(OLDER);

  const written = await sql<{ detail: unknown }[]>`
    select detail from public.audit_log where subject_id = ${made?.id ?? ''} order by id`;
  expect(JSON.stringify(written)).toContain('"title (en)"');
});

test('a tag is written in both languages, survives a reload, and is confirmed as current', {
  tag: ['@phone', '@management', '@nightly'],
}, async ({ browser }) => {
  const { manager, territoryId } = await newTeam();
  const page = await signedIn(browser, manager);
  await page.goto('/es/territory-management?tab=settings');
  const made = page.getByRole('form', { name: 'Etiqueta nueva' });
  await made.getByLabel('Etiqueta', { exact: true }).fill('Cascadas');
  await page.reload();
  await expect(made.getByLabel('Etiqueta', { exact: true })).toHaveValue('Cascadas');
  await made.getByLabel('Etiqueta, en inglés').fill('Falls');
  await made.getByRole('button', { name: 'Agregar etiqueta' }).click();
  const row = page.getByRole('list', { name: 'Etiquetas', exact: true }).getByRole('listitem');
  await expect(row).toHaveText('Cascadas');
  const read = async () => {
    const [tag] =
      await sql`select name, language, translations from public.territory_tags where territory_id = ${territoryId}`;
    return tag;
  };
  expect(await read()).toEqual({ name: 'Cascadas', language: 'es', translations: { en: { name: 'Falls' } } });

  await row.getByRole('button', { name: 'Editar Cascadas' }).click();
  await row.getByLabel('Etiqueta', { exact: true }).fill('Cascadas y pozas');
  await row.getByRole('button', { name: 'Guardar' }).click();
  await expect(row).toContainText('Falta actualizar el inglés');
  await row.getByRole('button', { name: 'Editar Cascadas y pozas' }).click();
  await expect(row.getByLabel('Etiqueta, en inglés', { exact: true })).toHaveAccessibleDescription(OLDER);
  await row.getByRole('button', { name: 'Sigue vigente: Etiqueta, en inglés' }).click();
  await row.getByRole('button', { name: 'Guardar' }).click();
  await expect(row).toHaveText('Cascadas y pozas');
  expect(await read()).toEqual({ name: 'Cascadas y pozas', language: 'es', translations: { en: { name: 'Falls' } } });
});

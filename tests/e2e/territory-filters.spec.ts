import { expect, type Page } from '@playwright/test';
import { sql } from './support/fixtures.ts';
import { newTerritory, type Territory } from './support/territory.ts';
import { test } from './support/test.ts';

type Offer = {
  title: string;
  description?: string;
  price: number;
  tags?: string[];
  featured?: number;
};

async function newOffer(territory: Territory, offer: Offer): Promise<void> {
  const [row] = await sql<{ id: string }[]>`
    insert into public.experiences (territory_id, title, description, image_urls, duration, booking_type, shared_price, max_spots,
      available_spots, featured, featured_order)
    values (${territory.id}, ${offer.title}, ${offer.description ?? 'A day out.'}, '{}', 3, 'shared', ${offer.price}, 8, 8,
      ${offer.featured !== undefined}, ${offer.featured ?? null})
    returning id`;
  for (const tag of offer.tags ?? []) {
    await sql`insert into public.territory_tags (territory_id, name) values (${territory.id}, ${tag}) on conflict do nothing`;
    await sql`
      insert into public.experience_tags (experience_id, tag_id)
      select ${row?.id ?? ''}, id from public.territory_tags where territory_id = ${territory.id} and name = ${tag}`;
  }
}

const titles = (page: Page) => page.locator('#experiences').getByRole('heading', { level: 3 });

async function newCatalogue(): Promise<Territory> {
  const territory = await newTerritory('Filter Valley');
  await newOffer(territory, { title: 'River walk', price: 100, tags: ['Nature'] });
  await newOffer(territory, { title: 'Kayak at dawn', price: 250, tags: ['Nature', 'Boat'], featured: 2 });
  await newOffer(territory, {
    title: 'Lago by boat',
    description: 'With a waterfall',
    price: 400,
    tags: ['Boat'],
    featured: 1,
  });
  await newOffer(territory, { title: 'Someday', price: 50 });
  return territory;
}

test('filters combine, are in the address, and survive a reload', {
  tag: ['@catalogue', '@nightly-phone', '@smoke'],
}, async ({ page, isMobile }) => {
  const territory = await newCatalogue();
  await page.goto(`/regions/${territory.id}?ref=HOTEL1`);
  await expect(titles(page)).toHaveCount(4);
  expect((await titles(page).allTextContents()).slice(0, 2)).toEqual(['Lago by boat', 'Kayak at dawn']);

  const before = await page.evaluate(() => history.length);
  await page.getByRole('searchbox', { name: 'Search experiences' }).pressSequentially('WATERFALL');
  await expect(titles(page)).toHaveText(['Lago by boat']);
  await expect(page).toHaveURL(/[?&]q=WATERFALL/);
  expect(await page.evaluate(() => history.length), 'typing adds nothing to history').toBe(before);
  await page.getByRole('searchbox', { name: 'Search experiences' }).fill('');

  // On phones, other filters are in a sheet behind a button with a count.
  const open = async () => isMobile && page.getByRole('button', { name: /^Filters/ }).click();
  const done = async () => isMobile && page.getByRole('button', { name: /^Show \d/ }).click();
  await open();
  await page.getByRole('button', { name: 'Boat', exact: true }).click();
  await done();
  await expect(titles(page)).toHaveText(['Lago by boat', 'Kayak at dawn']);
  await open();
  await page.getByRole('button', { name: 'Nature', exact: true }).click();
  await done();
  await expect(titles(page)).toHaveText(['Kayak at dawn']);
  await expect(page.getByText('1 experience matches your filters')).toBeVisible();

  await expect(page).toHaveURL(/tag=Boat&tag=Nature/);
  await page.reload();
  await expect(titles(page)).toHaveText(['Kayak at dawn']);
  await expect(page).toHaveURL(/ref=HOTEL1/);
  if (isMobile) await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(titles(page)).toHaveCount(4);
  await expect(page).toHaveURL(/\?ref=HOTEL1$/);
});

test('filters by price and availability can leave nothing', { tag: ['@desktop', '@catalogue', '@nightly'] }, async ({
  page,
}) => {
  const territory = await newCatalogue();
  // The database refuses an experience without a duration, but an older backend may have one.
  await page.route('**/rest/v1/services*', async (route) => {
    const response = await route.fetch();
    const rows = (await response.json()) as { title: string; duration: number }[];
    await route.fulfill({
      response,
      json: rows.map((row) => (row.title === 'Someday' ? { ...row, duration: 0 } : row)),
    });
  });
  await page.goto(`/territories/${territory.id}`);
  await expect(titles(page)).toHaveCount(4);
  const highest = page.getByRole('slider', { name: 'Highest price' });
  await expect(highest).toHaveAttribute('max', '400');
  await highest.focus();
  for (let n = 0; n < 160; n += 1) await page.keyboard.press('ArrowLeft');
  await expect(titles(page)).toHaveCount(2);
  expect((await titles(page).allTextContents()).sort()).toEqual(['River walk', 'Someday']);
  await expect(page).toHaveURL(/max=240/);
  await page.getByRole('checkbox', { name: 'Available only' }).check();
  await expect(titles(page)).toHaveText(['River walk']);
  await page.getByRole('searchbox', { name: 'Search experiences' }).fill('nothing is called that');
  await expect(page.getByRole('heading', { name: 'No experiences match your filters' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(titles(page)).toHaveCount(4);
});

import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { newPerson, type Person, sql } from './support/fixtures.ts';
import { logIn, scrollTo, signedIn } from './support/steps.ts';
import { newTerritory, type Territory } from './support/territory.ts';
import { test } from './support/test.ts';

/** Posts to a board directly in the database, `ago` minutes before now. */
async function wrote(
  territory: Territory,
  author: Person,
  message: string,
  ago = 0,
  parent: string | null = null,
): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into public.territory_messages (territory_id, user_id, message, parent_id, created_at)
    values (${territory.id}, ${author.id}, ${message}, ${parent}, now() - make_interval(mins => ${ago})) returning id`;
  return row?.id ?? '';
}

async function newStaff(name: string, territory: Territory): Promise<Person> {
  const person = await newPerson(name);
  await sql`update public.profiles set territory_id = ${territory.id} where id = ${person.id}`;
  await sql`insert into private.role_grants (user_id, role, territory_id) values (${person.id}, 'territory_staff', ${territory.id})`;
  return person;
}

const board = (page: Page): Locator => page.getByRole('region', { name: 'Message board' });

async function openBoard(page: Page, territory: Territory): Promise<Locator> {
  await page.goto(`/territories/${territory.id}`);
  await expect(page.getByRole('heading', { level: 1, name: territory.name })).toBeVisible();
  await scrollTo(page.locator('#board'));
  await expect(board(page)).toBeVisible();
  return board(page);
}

async function post(page: Page, text: string): Promise<void> {
  await board(page).getByRole('textbox', { name: 'Write a message' }).fill(text);
  await board(page).getByRole('button', { name: 'Post message' }).click();
}

test('a visitor reads five messages, then all, opens replies, and is asked to join', {
  tag: ['@phone', '@messaging', '@nightly'],
}, async ({ page }) => {
  const territory = await newTerritory('Guest Valley');
  const author = await newPerson('Quiet Writer');
  for (let n = 1; n <= 30; n += 1) await wrote(territory, author, `Note ${n}.`, n * 60);
  const parent = await wrote(territory, author, 'Newest question.', 1);
  for (const [at, text] of [
    [9, 'First answer'],
    [5, 'Second answer'],
  ] as const)
    await wrote(territory, author, text, at, parent);

  const place = await openBoard(page, territory);
  const tops = place.locator('ul').first().locator('> li');
  await expect(tops).toHaveCount(5);
  await expect(tops.first()).toContainText(/Quiet Writer.*1m ago.*Newest question\./);
  await place.getByRole('button', { name: '2 replies' }).click();
  await expect(place.getByRole('list', { name: 'Replies to Quiet Writer' }).getByRole('article')).toHaveText([
    /First answer/,
    /Second answer/,
  ]);
  await place.getByRole('button', { name: 'View All Messages' }).click();
  await expect(tops).toHaveCount(25);
  await place.getByRole('button', { name: 'Show older messages' }).click();
  await expect(tops).toHaveCount(31);
  await expect(tops.last()).toContainText('Note 30.');

  await expect(place.getByText('Join the Conversation')).toBeVisible();
  await expect(place.getByRole('textbox')).toHaveCount(0);
  await place.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/login/);
  await logIn(page, author);
  await expect(page).toHaveURL(new RegExp(`/territories/${territory.id}`));
});

test('posts and replies arrive in the other browser on one board', {
  tag: ['@desktop', '@messaging', '@nightly'],
}, async ({ browser }) => {
  const territory = await newTerritory('Live Valley');
  const anna = await signedIn(browser, await newPerson('Anna Live'));
  const beto = await signedIn(browser, await newPerson('Beto Live'));
  const annas = await openBoard(anna, territory);
  const betos = await openBoard(beto, territory);
  // The other page listens only after joining. A first message proves that, and the second must arrive live.
  await expect(betos.getByText('No messages yet.')).toBeVisible();
  await beto.waitForTimeout(2000);

  await post(anna, 'Is the road dry?');
  await expect(annas.getByText('Is the road dry?')).toBeVisible();
  await expect(betos.getByText('Is the road dry?')).toBeVisible();
  await betos.getByRole('button', { name: 'Reply' }).click();
  await betos.getByRole('textbox', { name: 'Write a reply' }).fill('Yes, since Monday.');
  await betos.getByRole('button', { name: 'Post reply' }).click();
  await expect(betos.getByText('Yes, since Monday.')).toBeVisible();
  await annas.getByRole('button', { name: '1 reply' }).click();
  await expect(annas.getByText('Yes, since Monday.')).toBeVisible();

  await annas.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(annas.getByRole('button', { name: 'Unfollow' })).toBeVisible();
  await anna.reload();
  await anna.locator('#board').scrollIntoViewIfNeeded();
  await annas.getByRole('button', { name: 'Unfollow' }).click();
  await expect(annas.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
});

test('a report reaches staff, who hide the message for everyone', {
  tag: ['@desktop', '@messaging', '@nightly'],
}, async ({ page, browser }) => {
  const territory = await newTerritory('Decent Valley');
  const staff = await newStaff('Board Keeper', territory);
  const text = `Buy my watches at the corner, they are cheap and very good, ask for Paco ${randomUUID()}`;
  await wrote(territory, await newPerson('Loud Seller'), text, 3);

  const reader = await signedIn(browser, await newPerson('Careful Reader'));
  const place = await openBoard(reader, territory);
  await place.getByRole('button', { name: "Actions for Loud Seller's message" }).click();
  await expect(reader.getByRole('menuitem', { name: 'Hide message' })).toHaveCount(0);
  await reader.getByRole('menuitem', { name: 'Report message' }).click();
  await expect(reader.getByText('Report sent')).toBeVisible();
  await expect(reader.getByRole('menu')).toHaveCount(0, { timeout: 4000 });
  const rows = await sql<{ wording: string; excerpt: string; territory_id: string }[]>`
    select wording, params ->> 'excerpt' as excerpt, territory_id from public.notifications where user_id = ${staff.id} and type = 'reported_message'`;
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ wording: 'message_reported', territory_id: territory.id });
  expect(text.startsWith((rows[0]?.excerpt ?? '-').replace(/(\.\.\.|…)$/, ''))).toBe(true);

  const guests = await openBoard(page, territory);
  await expect(guests.getByText(text)).toBeVisible();
  const keeper = await signedIn(browser, staff);
  const kept = await openBoard(keeper, territory);
  await kept.getByRole('button', { name: "Actions for Loud Seller's message" }).click();
  await keeper.getByRole('menuitem', { name: 'Hide message' }).click();
  await expect(kept.getByText('Hidden', { exact: true })).toBeVisible();
  await expect(guests.getByText(text)).toHaveCount(0);
  await kept.getByRole('button', { name: "Actions for Loud Seller's message" }).click();
  await keeper.getByRole('menuitem', { name: 'Show to everyone again' }).click();
  await expect(guests.getByText(text)).toBeVisible();
});

test('a message that could not be posted returns to the box, and unfinished text survives a reload', {
  tag: ['@phone', '@messaging', '@nightly'],
}, async ({ browser }) => {
  const territory = await newTerritory('Stormy Valley');
  const person = await newPerson('Patient Poster');
  const page = await signedIn(browser, person);
  const place = await openBoard(page, territory);
  const box = place.getByRole('textbox', { name: 'Write a message' });

  await page.route('**/rest/v1/territory_messages*', (route) =>
    route.request().method() === 'POST' ? route.abort('connectionrefused') : route.fallback(),
  );
  await post(page, 'Through the storm');
  await expect(place.getByRole('alert')).toContainText('Failed to post message');
  await expect(box).toHaveValue('Through the storm');
  await expect(place.getByRole('article')).toHaveCount(0);
  await page.reload();
  await scrollTo(page.locator('#board'));
  await expect(box).toHaveValue('Through the storm');
  await page.unroute('**/rest/v1/territory_messages*');
  await place.getByRole('button', { name: 'Post message' }).click();
  await expect(place.getByRole('article')).toHaveCount(1);
  await expect(box).toHaveValue('');

  // Five a minute are accepted, and the sixth is refused.
  for (let n = 2; n <= 5; n += 1) {
    await post(page, `Message ${n}`);
    await expect(place.getByRole('article').getByText(`Message ${n}`)).toBeVisible();
    await expect(place.getByText('Sending')).toHaveCount(0);
  }
  await post(page, 'One too many');
  await expect(place.getByRole('alert')).toContainText('Too many requests. Wait a minute and try again.');
  await expect(box).toHaveValue('One too many');
});

test("messages that can't be loaded are reported, and retried", {
  tag: ['@desktop', '@messaging', '@nightly'],
}, async ({ page }) => {
  const territory = await newTerritory('Silent Valley');
  await wrote(territory, await newPerson('Lost Voice'), 'Here after all.');
  await page.route('**/rest/v1/territory_messages*', (route) =>
    route.fulfill({ status: 500, json: { message: 'down' } }),
  );
  const place = await openBoard(page, territory);
  await expect(place.getByText('Failed to load messages')).toBeVisible({ timeout: 30_000 });
  await page.unroute('**/rest/v1/territory_messages*');
  await place.getByRole('button', { name: 'Try again' }).click();
  await expect(place.getByText('Here after all.')).toBeVisible();
});

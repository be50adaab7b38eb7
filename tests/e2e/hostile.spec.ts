import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { hostileAddresses } from '../support/hostile-addresses.ts';
import { bookInCash, laterToday, leavesIn } from './support/bookings.ts';
import { newExperience, newGuide, newPerson, newSession, type Person, sql } from './support/fixtures.ts';
import { countDialogs, expectUnharmed, payloads } from './support/hostile.ts';
import { overflow } from './support/layout.ts';
import { newTerritory, newWorker } from './support/shuttle.ts';
import { scrollTo, signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

/** A non-breaking space stays in a path of ours. The page must then be ours too. */
const nexts = [...hostileAddresses, '/\u00a0/evil.example'];

// Hostile texts matter at both widths, so the pages are checked in both, in one browser.

const short = (text: string, length: number) => text.slice(0, length);

/** Uses a valid name, because markup is refused earlier. */
async function renamed(person: Person, name = ''): Promise<Person> {
  await sql`update public.profiles set full_name = ${short(name, 120)} where id = ${person.id}`;
  return { ...person, fullName: short(name, 120) };
}

test('40 hostile targets after signing in all end on our own site', {
  tag: ['@desktop', '@account', '@nightly'],
}, async ({ browser, baseURL }) => {
  expect(new Set(nexts).size).toBe(40);
  const page = await signedIn(browser, await newPerson('Phished Phil'));
  const dialogs = countDialogs(page);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${baseURL}/`) && !/^(data|blob):/.test(request.url())) foreign.push(request.url());
  });
  await page.route(/\.(avif|webp|woff2)$/, (route) => route.abort());
  // Skips the return handler's wait of half a second.
  await page.addInitScript(() => {
    const wait = window.setTimeout;
    window.setTimeout = ((act: () => void, ms?: number) => wait(act, ms === 500 ? 0 : ms)) as typeof setTimeout;
  });
  const addresses = nexts.flatMap((next) =>
    ['/login', '/callback'].map((path) => `${path}?next=${encodeURIComponent(next)}`),
  );
  // Opens some as followed links …
  for (const address of addresses.slice(0, 2)) {
    await page.goto(address, { waitUntil: 'commit' });
    await page.waitForURL((url) => !/^\/(login|callback)/.test(url.pathname), { waitUntil: 'commit' });
  }
  // … and all of them as history entries of a page that stays, because leaving it would end this.
  const ends = await page.evaluate(async (all) => {
    const ended: string[] = [];
    for (const address of all) {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
      while (/^\/(login|callback)/.test(location.pathname)) await new Promise((next) => setTimeout(next, 5));
      ended.push(location.origin);
    }
    return ended;
  }, addresses);
  expect(ends).toEqual(addresses.map(() => baseURL));
  expect(foreign).toEqual([]);
  expect(dialogs()).toBe(0);
});

test("a link with another person's session signs nobody in", { tag: ['@desktop', '@account'] }, async ({
  page,
  browser,
}) => {
  const [mallory, anna] = await Promise.all([newPerson('Mallory Own'), newPerson('Anna Victim')]);
  const { access_token, refresh_token } = (await newSession(mallory)) as Record<string, string>;
  const link = `/callback?next=/profile#access_token=${access_token}&refresh_token=${refresh_token}&expires_in=3600&token_type=bearer&type=signup`;
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expect(page).toHaveURL(/\/callback$/);
  expect(await page.evaluate(() => localStorage.getItem('territorio-auth'))).toBeNull();
  const own = await signedIn(browser, anna);
  await own.goto(link);
  await expect(own).toHaveURL(/\/profile$/);
  await expect(own.getByLabel('Full name')).toHaveValue('Anna Victim');
});

test('50 payloads in a territory are harmless: its texts, its tags, its services and its board', {
  tag: ['@desktop', '@catalogue', '@nightly'],
}, async ({ page }) => {
  expect(new Set(payloads).size).toBe(50);
  const id = `zz-hostile-${randomUUID().slice(0, 8)}`;
  // Sorted last in every list, so that it hides nothing else.
  const name = `zz ${payloads[2]}`;
  // Lines of a list refuse characters that hide their neighbours or change their direction, and texts refuse the
  // latter. Everything else is allowed there.
  const allowed = await sql<{ line: string; text: string }[]>`
    select case when private.is_plain_line(text) then text else n || ' is refused' end as line,
      case when private.is_plain_text(text) then text else n || ' is refused' end as text
    from unnest(${payloads}::text[]) with ordinality as payload (text, n) order by n`;
  await sql`
    insert into public.territories (id, name, description, summary, country, currency_code, currency_symbol, visible, image_urls, video_urls)
    select ${id}, ${name}, ${allowed.map(({ text }) => text).join('\n\n')}, ${short(payloads[45] ?? '', 200)}, 'GT', 'GTQ', '<b>', true, image_urls, '{}'
    from public.territories where id = 'rio-dulce'`;
  const numbered = allowed.map(({ text }, n) => ({ text, n, id: randomUUID() }));
  await sql`insert into auth.users ${sql(
    numbered.map((row) => ({
      id: row.id,
      email: `${row.id}@journey.test`,
      // People's names refuse markup.
      raw_user_meta_data: sql.json({ full_name: `Guest ${row.n}` }),
    })),
  )}`;
  await sql`insert into public.territory_messages ${sql(
    numbered.map((row) => ({
      territory_id: id,
      user_id: row.id,
      message: row.text,
      created_at: new Date(Date.now() - (row.n + 1) * 60_000),
    })),
  )}`;
  await sql`insert into public.territory_messages (territory_id, user_id, message)
    values (${id}, ${numbered[0]?.id ?? ''}, ${'مرحبا بالعالم '.repeat(20)})`;
  await sql`insert into public.territory_tags ${sql(
    allowed.map(({ line }, n) => ({ territory_id: id, name: short(`${n} ${line}`, 60) })),
  )}`;
  await sql`
    insert into public.experiences (territory_id, title, description, image_urls, duration, booking_type, shared_price, max_spots, available_spots)
    select ${id}, left(line, 160), text, '{}', 3, 'shared', 100, 8, 8
    from jsonb_to_recordset(${sql.json(allowed)}) as payload (line text, text text)`;
  await sql`insert into public.experience_tags (experience_id, tag_id)
    select e.id, t.id from public.experiences e join public.territory_tags t using (territory_id) where territory_id = ${id}`;

  const dialogs = countDialogs(page);
  await page.goto(`/territories/${id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.locator('#experiences').getByRole('heading', { level: 3 })).toHaveCount(50);
  await scrollTo(page.locator('#board'));
  const board = page.getByRole('region', { name: 'Message board' });
  const messages = board.locator('ul').first().locator('> li');
  await board.getByRole('button', { name: 'View All Messages' }).click();
  for (const count of [25, 45]) {
    await expect(messages).toHaveCount(count);
    await board.getByRole('button', { name: 'Show older messages' }).click();
  }
  await expect(messages).toHaveCount(51);
  await expect(messages.nth(1)).toContainText(payloads[0] ?? '');
  await expect(messages.first().locator('p').first()).toHaveCSS('direction', 'rtl');
  await expectUnharmed(page, 'region');

  await page.goto('/regions?q=zz');
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  await expectUnharmed(page, 'regions');
  await sql`update public.territories set visible = false where id = ${id}`;
  expect(dialogs()).toBe(0);
});

test('50 payloads in an experience are harmless: its texts, its guide, its reviews, and a script as its map', {
  tag: ['@desktop', '@catalogue'],
}, async ({ page }) => {
  const territoryId = await newTerritory();
  const guide = await renamed(await newGuide('Hostile Guide', territoryId), payloads[4]);
  const experience = await newExperience({ title: payloads[1] ?? '', guide, territoryId });
  const [{ description } = { description: '' }] = await sql<{ description: string }[]>`
    select string_agg(text, E'\n\n') as description from unnest(${payloads}::text[]) payload (text) where private.is_plain_text(text)`;
  await sql`update public.experiences set description = ${description}, meeting_point = ${short(payloads[45] ?? '', 500)},
    meeting_point_link = 'https://maps.example/dock', rating_average = 3, rating_count = ${payloads.length}
    where id = ${experience.id}`;
  // The database accepts only https there, but a page must not rely on it.
  await page.route('**/rest/v1/services?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/https:\/\/maps\.example[^"]*/, 'javascript:alert(1)');
    await route.fulfill({ response, body });
  });
  await page.route('**/rest/v1/reviews?*', (route) =>
    route.fulfill({
      json: payloads.map((text, n) => ({
        id: randomUUID(),
        rating: (n % 5) + 1,
        text,
        created_at: '2026-10-01T10:00:00Z',
        photo_urls: [text],
        reply: text,
        replied_at: '2026-10-02T10:00:00Z',
        author_id: randomUUID(),
        author: { id: randomUUID(), full_name: short(text, 120), avatar_url: text },
      })),
    }),
  );
  const dialogs = countDialogs(page);
  await page.goto(`/experiences/${experience.id}`);
  await expect(page.getByRole('heading', { level: 1, name: experience.title })).toBeVisible();
  await expect(page.getByText(payloads[49] ?? '').last()).toBeVisible();
  const reviews = page.getByRole('region', { name: 'Reviews' });
  await reviews.scrollIntoViewIfNeeded();
  await expect(reviews.getByRole('listitem')).toHaveCount(payloads.length);
  await expect(reviews.getByText(payloads[49] ?? '').last()).toBeVisible();
  await expectUnharmed(page, 'experience');
  for (const link of await page.getByRole('link', { name: 'View on Google Maps' }).all()) {
    await link.click({ modifiers: [] });
  }
  expect(dialogs()).toBe(0);
});

test('50 payloads in a conversation, on a ticket, in the profile and in the panels are harmless', {
  tag: ['@desktop', '@messaging', '@nightly'],
}, async ({ browser }) => {
  const territoryId = await newTerritory();
  const guide = await renamed(await newGuide('Hostile Guide', territoryId), payloads[4]);
  const tourist = await renamed(await newPerson('Hostile Tourist'), payloads[1]);
  await sql`update public.profiles set bio = ${short(payloads.join('\n'), 2000)} where id = ${tourist.id}`;
  const experience = await newExperience({ title: payloads[0] ?? '', guide, cash: true, territoryId });
  const id = await bookInCash(tourist, experience);
  const booking = { id, title: experience.title, path: `/bookings/experience/${id}/messages` };
  for (const text of payloads) {
    await sql`insert into public.messages (booking_id, sender_id, message) values (${booking.id}, ${guide.id}, ${text})`;
    await sql`insert into public.notifications (user_id, wording, params)
      values (${tourist.id}, 'message', ${sql.json({ name: short(text, 120), excerpt: text })})`;
  }
  const page = await signedIn(browser, tourist);
  const dialogs = countDialogs(page);
  await page.goto('/bookings');
  await expect(page.getByRole('article')).toContainText(booking.title);
  await expectUnharmed(page, 'bookings');
  for (const panel of [/^Notifications/, /^Messages$/]) {
    await page.getByRole('button', { name: panel }).click();
    await expect(
      page
        .getByRole('banner')
        .getByRole('link', { name: /alert\(1\)/ })
        .first(),
    ).toBeVisible();
    await expectUnharmed(page, String(panel), 'header');
    await page.keyboard.press('Escape');
  }
  await page.goto('/profile');
  await expect(page.getByLabel('Full name')).toHaveValue(tourist.fullName);
  await expectUnharmed(page, 'profile', 'body');
  await page.goto(booking.path);
  const thread = page.getByRole('main').getByRole('region', { name: 'Messages' });
  await expect(thread.getByRole('listitem')).toHaveCount(30);
  await page.getByRole('button', { name: 'Show older messages' }).click();
  await expect(thread.getByRole('listitem')).toHaveCount(50);
  await expectUnharmed(page, 'conversation');
  expect(dialogs()).toBe(0);

  const host = await signedIn(browser, guide);
  const hostDialogs = countDialogs(host);
  const [ticket] = await sql<
    { code: string }[]
  >`select code from public.booking_codes where booking_id = ${booking.id}`;
  await host.goto(`/check-in/${booking.id}?code=${ticket?.code ?? ''}`);
  await expect(host.getByText(tourist.fullName).first()).toBeVisible();
  await expectUnharmed(host, 'check-in');
  expect(hostDialogs()).toBe(0);
});

test('a title and names of one long word fit the pages of a phone, at work too', {
  tag: ['@phone', '@management', '@dock', '@nightly'],
}, async ({ browser }) => {
  const word = 'W'.repeat(100);
  const territoryId = await newTerritory();
  const guide = await renamed(await newGuide('Long Guide', territoryId), word);
  const experience = await newExperience({ title: word, guide, cash: true, territoryId });
  const [paid, today] = await Promise.all(
    [1, 2].map(async () => bookInCash(await renamed(await newPerson('Long Guest'), word), experience)),
  );
  for (const id of [paid, today]) await leavesIn(id ?? '', id === paid ? -2 : 0);
  const [cash] = await sql<{ due: string }[]>`select total_price as due from public.bookings where id = ${today ?? ''}`;
  await sql.begin(async (as) => {
    await as`select set_config('request.jwt.claims', ${JSON.stringify({ sub: guide.id, role: 'authenticated' })}, true)`;
    await as`set local role authenticated`;
    await as`select public.check_in_listed(${today ?? ''}, 'checked_in', ${cash?.due ?? ''})`;
  });
  await sql`update public.experience_timeslots set start_time = ${laterToday()}, end_time = '23:59:59' where id = ${experience.slotId}`;
  const visitor = await (await browser.newContext()).newPage();
  const work = await signedIn(browser, guide);
  const office = await signedIn(browser, await newWorker('Sandra Manager', 'territory_manager', territoryId));
  for (const [page, address] of [
    [visitor, `/territories/${territoryId}`],
    [work, '/guide-dashboard'],
    [work, '/sell'],
    [work, '/cash-book'],
    [office, '/cash-desk'],
    [office, '/territory-bookings?when=all'],
    [office, '/territory-management?tab=experiences'],
    [office, '/territory-management?tab=guides'],
    [office, '/territory-management?tab=finances'],
    [office, '/territory-management?tab=finances&view=payouts'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('main').getByText(word).filter({ visible: true }).first()).toBeVisible();
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.soft.poll(() => overflow(page), `${address} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});

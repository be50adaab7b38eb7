import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { newCashBooking } from './support/bookings.ts';
import { newGuide, newPerson, type Person, sql } from './support/fixtures.ts';
import { overflow } from './support/layout.ts';
import { opened } from './support/opened.ts';
import { logIn, signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

const notify = (person: Person, title: string, count = 1) =>
  sql`insert into public.notifications (user_id, wording, params)
    select ${person.id}, 'message', jsonb_build_object('name', ${title} || ' ' || n, 'excerpt', 'Look here') from generate_series(1, ${count}) n`;

const unreadOf = async (person: Person) => {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int n from public.notifications where user_id = ${person.id} and not read`;
  return row?.n;
};

const bell = (page: Page): Locator => page.getByRole('button', { name: /^Notifications/ });
const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' });
const thread = (page: Page): Locator => page.getByRole('main').getByRole('region', { name: 'Messages' });

/** Opens a tourist's page with the messages of a booking. */
async function openConversation(browser: Browser, touristName: string, guideName: string) {
  const tourist = await newPerson(touristName);
  const booking = await newCashBooking(tourist, await newGuide(guideName));
  const page = await signedIn(browser, tourist);
  await page.goto(booking.path);
  return { booking, page };
}

test('the notifications count live, and decrease when one or all are read', {
  tag: ['@desktop', '@messaging', '@smoke'],
}, async ({ browser }) => {
  const person = await newPerson('Bella Ring');
  const page = await signedIn(browser, person);
  await page.goto('/');
  await bell(page).click();
  await expect(page.getByText('No notifications')).toBeVisible();

  await notify(person, 'Boat', 12);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 12 unread');
  const items = page.getByRole('list', { name: 'Notifications' }).getByRole('link');
  await expect(items).toHaveCount(10);

  await items.first().click();
  await expect(page).toHaveURL(/\/bookings$/);
  // The address changes before its page, which takes the focus and closes open dialogs.
  await expect(page.getByRole('heading', { level: 1, name: 'My Bookings' })).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 11 unread');
  await expect.poll(() => unreadOf(person)).toBe(11);

  await bell(page).click();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect.poll(() => unreadOf(person)).toBe(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden();
  await expect(bell(page)).toBeFocused();
});

test('the notifications catch up when the page is visible again while realtime is down', {
  tag: ['@desktop', '@messaging', '@nightly'],
}, async ({ browser }) => {
  const person = await newPerson('Offline Olga');
  const page = await signedIn(browser, person);
  await page.routeWebSocket(/\/realtime\//, (socket) => socket.close());
  await page.goto('/');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await notify(person, 'Boat', 3);
  // Switches tabs, as far as the page can tell.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(bell(page)).toHaveAccessibleName('Notifications, 3 unread');
});

test('a mark that the server refuses is restored', { tag: ['@desktop', '@messaging', '@nightly'] }, async ({
  browser,
}) => {
  const person = await newPerson('Paul Back');
  await notify(person, 'Boat', 2);
  const page = await signedIn(browser, person);
  await page.goto('/');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
  await page.route('**/rest/v1/rpc/mark_notifications_read', (route) => route.fulfill({ status: 500, body: '{}' }));
  await bell(page).click();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
});

test('two browsers talk about a booking, from the ticket and from the panels', {
  tag: ['@desktop', '@messaging', '@nightly'],
}, async ({ browser }) => {
  const guide = await newGuide('Marta Choc');
  const tourist = await newPerson('Jonas Weber');
  const booking = await newCashBooking(tourist, guide);
  const left = await signedIn(browser, tourist);
  const right = await signedIn(browser, guide);
  await right.goto('/');

  await left.goto('/bookings');
  await left.getByRole('link', { name: `Message about ${booking.title}` }).click();
  await expect(left.getByRole('heading', { level: 1, name: booking.title })).toBeVisible();
  await expect(thread(left).getByText('No messages')).toBeVisible();
  await field(left).fill('Is there a place for bags?');
  await left.getByRole('button', { name: 'Send message' }).click();
  await expect(thread(left).getByText('Is there a place for bags?')).toBeVisible();
  await expect(field(left)).toHaveValue('');

  // The guide is notified of the booking too, before or after the message.
  await expect(bell(right)).toHaveAccessibleName(/^Notifications, [12] unread$/);
  await bell(right).click();
  await expect(
    right.getByRole('link', { name: /Jonas Weber, Lagoon swim.* Is there a place for bags\?/ }),
  ).toBeVisible();
  await right.getByRole('button', { name: 'Messages', exact: true }).click();
  const item = right.getByRole('region', { name: 'Messages' }).getByRole('link');
  await expect(item).toHaveAccessibleName(/Jonas Weber now .*Lagoon swim.* Is there a place for bags\?/);
  await item.click();
  await expect(right).toHaveURL(new RegExp(booking.path));
  await expect(right.getByText('Jonas Weber').first()).toBeVisible();

  await field(right).fill('Yes, a dry one.');
  await right.getByRole('button', { name: 'Send message' }).click();
  await expect(thread(left).getByText('Yes, a dry one.')).toBeVisible();
  await expect(thread(left).getByText('Marta Choc')).toBeVisible();

  // The notification shows who wrote about which trip, and also leads here.
  await left.goto('/');
  await bell(left).click();
  await left.getByRole('link', { name: /Marta Choc, Lagoon swim.* Yes, a dry one\./ }).click();
  await expect(left).toHaveURL(new RegExp(booking.path));
  await expect(thread(left).getByRole('listitem')).toHaveText([/Is there a place for bags\?/, /Yes, a dry one\./]);
});

test('a failed message is removed, and its text stays, even after a reload', {
  tag: ['@desktop', '@messaging', '@nightly'],
}, async ({ browser }) => {
  const { booking, page } = await openConversation(browser, 'Nora Still', 'Otto Pop');
  await page.route('**/rest/v1/rpc/send_message', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.abort('connectionrefused');
  });
  await field(page).fill('Are you there?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(thread(page).getByText('Sending…')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to send message' })).toBeVisible();
  await expect(thread(page).getByText('Are you there?')).toBeHidden();
  await expect(field(page)).toHaveValue('Are you there?');
  await page.unroute('**/rest/v1/rpc/send_message');
  await page.reload();
  await expect(field(page)).toHaveValue('Are you there?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(thread(page).getByText('Are you there?')).toBeVisible();
  await expect(thread(page).getByText('Sending…')).toBeHidden();
  const stored = await sql`select message from public.messages where booking_id = ${booking.id}`;
  expect(stored).toEqual([{ message: 'Are you there?' }]);
});

test('a message whose response was lost is stored once, however often it is sent', {
  tag: ['@desktop', '@messaging', '@nightly'],
}, async ({ browser }) => {
  const { booking, page } = await openConversation(browser, 'Lena Lost', 'Olaf Echo');
  await page.route('**/rest/v1/rpc/send_message', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await field(page).fill('Only once');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to send message');
  await expect(field(page)).toHaveValue('Only once');
  await page.unroute('**/rest/v1/rpc/send_message');
  await page.reload();
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(field(page)).toHaveValue('');
  await expect(thread(page).getByText('Sending…')).toBeHidden();
  const stored = await sql`select message from public.messages where booking_id = ${booking.id}`;
  expect(stored).toEqual([{ message: 'Only once' }]);
});

test('a long and hostile history can be read upwards and is harmless', {
  tag: ['@phone', '@messaging', '@nightly'],
}, async ({ browser }) => {
  const guide = await newGuide('Eva Long');
  const tourist = await newPerson('Tim Reader');
  const booking = await newCashBooking(tourist, guide);
  const texts = ['<img src=x onerror=alert(1)>', 'x'.repeat(4000), 'مرحبا بكم في ريو دولسي', '\u202egnihton', 'Z̷̧̢̛̛̟̯̥̳͎̦̠͑̌'];
  await sql`insert into public.messages (booking_id, sender_id, message, created_at)
    select ${booking.id}, ${guide.id}, 'Note ' || n, now() - interval '1 day' + n * interval '1 minute' from generate_series(1, 65) n`;
  for (const text of texts) {
    await sql`insert into public.messages (booking_id, sender_id, message) values (${booking.id}, ${guide.id}, ${text})`;
  }
  const page = await signedIn(browser, tourist);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(booking.path);
  await expect(thread(page).getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  await expect(thread(page).getByRole('listitem')).toHaveCount(30);
  await expect(field(page)).toBeInViewport();
  const older = page.getByRole('button', { name: 'Show older messages' });
  await older.click();
  await expect(thread(page).getByRole('listitem')).toHaveCount(60);
  // The reader's scroll position stays, and older messages are above.
  await expect(thread(page).getByText('Note 41', { exact: true })).toBeInViewport();
  await older.click();
  await expect(thread(page).getByRole('listitem')).toHaveCount(70);
  await expect(older).toBeHidden();
  await expect(thread(page).getByRole('listitem').first()).toContainText('Note 1');
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(dialogs).toEqual([]);
});

test('the work bar does not cover the field of a conversation', {
  tag: ['@phone', '@messaging', '@nightly'],
}, async ({ browser }) => {
  const guide = await newGuide('Elmer Bar');
  const booking = await newCashBooking(await newPerson('Ana Bar'), guide);
  for (const person of [guide, { email: 'staff@territorio.test' }]) {
    const page = await signedIn(browser, person);
    await page.goto(booking.path);
    const bar = page.getByRole('navigation', { name: 'Work' });
    await expect(bar).toBeVisible();
    await expect(async () => {
      const [low, high] = [await field(page).boundingBox(), await bar.boundingBox()];
      expect((low?.y ?? 0) + (low?.height ?? 0)).toBeLessThanOrEqual(high?.y ?? 0);
    }).toPass();
    await field(page).fill('The boat leaves at seven.');
    await page.getByRole('button', { name: 'Send' }).tap();
    await expect(thread(page).getByText('The boat leaves at seven.').last()).toBeInViewport();
  }
});

test('a conversation can only be opened by its people', { tag: ['@desktop', '@messaging', '@nightly'] }, async ({
  browser,
}) => {
  const tourist = await newPerson('Ines Own');
  const booking = await newCashBooking(tourist, await newGuide('Rolf Own'));
  const stranger = await signedIn(browser, await newPerson('Sam Other'));
  for (const path of [booking.path, '/bookings/boat/1/messages']) {
    await stranger.goto(path);
    await expect(stranger.getByRole('heading', { level: 1, name: 'Booking not found' })).toBeVisible();
  }
  const admin = await signedIn(browser, { email: 'admin@territorio.test' });
  await admin.goto(booking.path);
  await expect(admin.getByRole('heading', { name: "This conversation isn't yours" })).toBeVisible();
  const staff = await signedIn(browser, { email: 'staff@territorio.test' });
  await staff.goto(booking.path);
  await expect(field(staff)).toBeVisible();
  // Staff get no notification about a booking with a guide. They see the message because the conversation is open.
  await expect(thread(staff).getByText('No messages')).toBeVisible();
  await sql`insert into public.messages (booking_id, sender_id, message) values (${booking.id}, ${tourist.id}, 'Can I bring my dog?')`;
  await expect(thread(staff).getByText('Can I bring my dog?')).toBeVisible();
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(booking.path);
  await expect(guest).toHaveURL(/\/login/);
});

test('a visitor loads neither the panels nor realtime', { tag: ['@desktop', '@messaging', '@nightly'] }, async ({
  page,
  browser,
}) => {
  const open = async (by: Page) => {
    const asked: string[] = [];
    by.on('request', (request) => asked.push(request.url()));
    by.on('websocket', (socket) => asked.push(socket.url()));
    await by.goto('/');
    await opened(by);
    return () => asked.filter((url) => /HeaderPanels|realtime|notifications|rest\/v1\/messages/i.test(url));
  };
  const asked = await open(page);
  await expect(bell(page)).toBeHidden();
  // Control, which takes longer than a guest's page would.
  const askedByTourist = await open(await signedIn(browser, await newPerson('Carl Control')));
  await expect.poll(askedByTourist).not.toEqual([]);
  expect(asked()).toEqual([]);
});

test('messages that do not load are reported and can be retried', {
  tag: ['@desktop', '@messaging', '@nightly'],
}, async ({ page }) => {
  // Only the click may reload them, but joining the live topic would too.
  await page.routeWebSocket('**/realtime/**', () => undefined);
  await page.goto('/login');
  await logIn(page, { email: 'tourist@territorio.test' });
  await page.route('**/rest/v1/messages?*', (route) => route.fulfill({ status: 404, body: '{}' }));
  await page.getByRole('button', { name: 'Messages', exact: true }).click();
  await expect(page.getByText('Failed to load messages')).toBeVisible();
  await page.unroute('**/rest/v1/messages?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('link').first()).toBeVisible();
});

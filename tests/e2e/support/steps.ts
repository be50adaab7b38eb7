import { type Browser, test as base, expect, type Locator, type Page } from '@playwright/test';
import {
  type Experience,
  type ExperienceOptions,
  newExperience,
  newPerson,
  newSession,
  type Person,
  password,
} from './fixtures.ts';

export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  secure: '4000002760003184',
} as const;

/**
 * Fills the login form. Until its code has loaded, the previous page is shown, which may also ask for an email address.
 */
export async function logIn(page: Page, person: Pick<Person, 'email'>, secret = password): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** The app keeps its session here (src/lib/api/session.ts). */
const SESSION_KEY = 'territorio-auth';

/**
 * Returns a signed-in, blank page in its own browser context. The session comes from the auth service and is stored
 * where the app keeps it, because the login form has its own journeys.
 */
export async function signedIn(browser: Browser, person: Pick<Person, 'email'>): Promise<Page> {
  const session = JSON.stringify(await newSession(person));
  const { baseURL: origin = '' } = base.info().project.use;
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: SESSION_KEY, value: session }] }] },
  });
  return context.newPage();
}

export const panel = (page: Page): Locator => page.getByRole('region', { name: 'Book this experience' });

/** Scrolls to a part and waits for hydration, which may replace the element once. */
export const scrollTo = (part: Locator): Promise<void> =>
  expect(() => part.scrollIntoViewIfNeeded({ timeout: 2000 })).toPass({ timeout: 15_000 });

export async function openExperience(page: Page, experience: Experience): Promise<Locator> {
  await page.goto(`/experiences/${experience.id}`);
  await expect(page.getByRole('heading', { level: 1, name: experience.title })).toBeVisible();
  await scrollTo(panel(page));
  return panel(page);
}

/** Fills the form for some people at the first free time of the proposed day. */
export async function fillForm(form: Locator, people = 2): Promise<void> {
  // On a phone, the form loads when scrolled to.
  await scrollTo(form);
  await form.getByRole('radio', { name: /9:00 AM/ }).check();
  const stepper = form.getByRole('spinbutton', { name: 'Number of people' });
  for (let n = 1; n < people; n += 1) await form.getByRole('button', { name: 'More people' }).click();
  await expect(stepper).toHaveAttribute('aria-valuenow', String(people));
  await form.getByLabel('WhatsApp number').fill('+502 5512 3480');
  await form.getByLabel('Country of origin').selectOption({ label: 'Germany' });
  await form.getByLabel(/Hotel name/).fill('Hotel Backpackers');
}

/** Accepts the waiver, which opens at the pay button and is then selected. */
export async function acceptWaiver(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Waiver and Release of Liability' });
  await dialog.getByRole('button', { name: /accept/i }).click();
  await expect(dialog).toBeHidden();
}

/** Clicks an `aria-disabled` button, which shows what is missing. Playwright would wait forever. */
export const pressBlocked = (button: Locator): Promise<void> => button.click({ force: true });

export const continueButton = (form: Locator): Locator => form.getByRole('button', { name: 'Continue to payment' });

/** Requests the seats of the filled form. */
export async function pressContinue(page: Page, form: Locator): Promise<void> {
  if (!(await form.getByLabel('I have read and accept the waiver').isChecked())) {
    await pressBlocked(continueButton(form));
    await acceptWaiver(page);
  }
  await continueButton(form).click();
}

/** Continues from the filled form to the card form. Seats are held from here on. */
export async function continueToCard(page: Page, form: Locator): Promise<void> {
  await pressContinue(page, form);
  await expect(form.getByLabel('Card number')).toBeVisible();
}

export async function payWith(form: Locator, card: string): Promise<void> {
  await form.getByLabel('Card number').fill(card);
  await form.getByLabel('Expiration date').fill('12 / 34');
  await form.getByLabel('Security code').fill('123');
  await form.getByRole('button', { name: /^Pay Q/ }).click();
}

/** Pays with a valid card, and sees the booking. */
export async function payAndBook(form: Locator, { timeout = 15_000 } = {}): Promise<void> {
  await payWith(form, cards.good);
  await expect(form.getByRole('heading', { name: 'Booking confirmed' })).toBeVisible({ timeout });
}

export type Journey = { experience: Experience; tourist: Person; page: Page; form: Locator };

/** Opens the booking form as a guest, for an experience that nobody else books. */
export async function openForm(browser: Browser, options: ExperienceOptions, fullName: string): Promise<Journey> {
  const experience = await newExperience(options);
  const tourist = await newPerson(fullName);
  const page = await signedIn(browser, tourist);
  return { experience, tourist, page, form: await openExperience(page, experience) };
}

/** Opens the card form as the same guest, with two seats held. */
export async function openCardForm(browser: Browser, options: ExperienceOptions, fullName: string): Promise<Journey> {
  const journey = await openForm(browser, options, fullName);
  await fillForm(journey.form);
  await continueToCard(journey.page, journey.form);
  return journey;
}

/**
 * Checks in a party of two from the list. With `cash`, one pays later. The request is lost, and the phone sends its
 * stored action.
 */
export async function checkInListed(page: Page, group: Locator, name: string, { cash = false } = {}): Promise<void> {
  await page.route('**/rpc/check_in_listed', (route) => route.abort(), { times: 1 });
  const sent = page.waitForResponse('**/rpc/report_arrivals');
  await group.getByRole('button', { name: `Check In: ${name}` }).click();
  const unpaid = group.getByRole('button', { name: `Check in, not paid: ${name}` });
  if (cash) await unpaid.click();
  expect((await sent).ok()).toBe(true);
  await expect(group.getByText('Checked In', { exact: true })).toBeVisible();
  await expect(group.getByText('2 of 2 here').first()).toBeVisible();
}

/** Returns the address of a ticket's check-in, from the code below its QR code. */
export async function ticketAddress(page: Page, bookingId: string): Promise<string> {
  const code = ((await page.locator('.ticket p.font-mono').first().textContent()) ?? '').replace(/\s/g, '');
  expect(code).toMatch(/^[0-9A-F]{8}$/);
  return `/check-in/${bookingId}?code=${code.toLowerCase()}`;
}

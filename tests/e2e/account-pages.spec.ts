import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { newPerson, sql } from './support/fixtures.ts';
import { logIn, signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

const folder = new URL('../../supabase/seed/media/avatars/', import.meta.url);
const faces = readdirSync(folder).filter((name) => name.endsWith('.webp'));
const photo = (n: number, name = `photo-${n}.webp`) => ({
  name,
  mimeType: 'image/webp',
  buffer: readFileSync(new URL(faces[n] ?? '', folder)),
});
const video = {
  name: 'boat.mp4',
  mimeType: 'video/mp4',
  buffer: Buffer.from('\0\0\0\x18ftypmp42 and the rest', 'latin1'),
};
const notAnImage = { name: 'face.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') };

interface Mail {
  to: { address: string }[];
  replyTo?: { address: string }[];
  subject: string;
  text: string;
}

async function mailWith(check: (mail: Mail) => boolean): Promise<Mail | undefined> {
  const answer = await fetch(`http://127.0.0.1:${process.env.INBOX_PORT}/email`);
  return ((await answer.json()) as Mail[]).find(check);
}

const footer = (page: Page) => page.getByRole('navigation', { name: 'Footer' });

test('the footer leads everyone to the legal pages, and only account holders to the contact page', {
  tag: ['@phone', '@site', '@nightly'],
}, async ({ page, browser }) => {
  await page.goto('/');
  await expect(footer(page).getByRole('link', { name: 'Contact' })).toHaveCount(0);
  const pages = [
    {
      link: 'Terms',
      heading: 'Terms of Service',
      says: /laws of the Republic of Guatemala/,
      and: /important changes 30 days before/,
    },
    { link: 'Privacy', heading: 'Privacy Policy', says: /never the number/, and: /Download|download/ },
    {
      link: 'Waiver',
      heading: 'Waiver and Release of Liability',
      says: /laws of the State of Florida/,
      and: /Third-party providers/,
    },
    {
      link: 'Earn Money',
      heading: 'Earn money from the place you know best',
      says: /Influencer Partner/,
      and: /Why join/,
    },
  ];
  for (const { link, heading, says, and } of pages) {
    await footer(page).getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(says);
    await expect(page.getByRole('main')).toContainText(and);
  }
  const account = await signedIn(browser, await newPerson('Footer Reader'));
  await account.goto('/');
  await footer(account).getByRole('link', { name: 'Contact' }).click();
  await expect(account).toHaveURL(/\/contact$/);
});

test('a visitor logs in to write to the team, and the message survives a reload and arrives', {
  tag: ['@desktop', '@messaging', '@nightly'],
}, async ({ page }) => {
  const person = await newPerson('Curious Carla');
  await page.goto('/contact');
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await logIn(page, person);
  await expect(page).toHaveURL(/\/contact$/);
  await expect(page.getByRole('link', { name: 'Become a partner' })).toHaveAttribute('href', '/regional-partner');

  const subject = `Boats ${person.id.slice(0, 8)}`;
  await expect(page.getByLabel('Name')).toHaveValue(person.fullName);
  await page.getByLabel('Subject').fill(subject);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please fill in all required fields');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveAccessibleDescription('This field is required');
  await page.getByRole('textbox', { name: 'Message' }).fill('When does the first boat leave?');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('When does the first boat leave?');

  await page.route('**/functions/v1/send-contact-email', (route) => route.abort('connectionfailed'));
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to send message. Please try again.');
  await page.unroute('**/functions/v1/send-contact-email');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('heading', { name: 'Message Sent!' })).toBeVisible();
  await expect.poll(() => mailWith((mail) => mail.subject === `Contact: ${subject}`)).toBeTruthy();
  const mail = await mailWith((candidate) => candidate.subject === `Contact: ${subject}`);
  expect(mail?.replyTo?.[0]?.address).toBe(person.email);
  expect(mail?.text).toContain('When does the first boat leave?');

  for (let n = 0; n < 3; n += 1) {
    await page.getByRole('button', { name: 'Send another message' }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill(`Once more ${n}`);
    await page.getByRole('button', { name: 'Send message' }).click();
    if (n < 2) await expect(page.getByRole('heading', { name: 'Message Sent!' })).toBeVisible();
  }
  await expect(page.getByRole('alert')).toContainText('Too many requests. Please wait a minute and try again.');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Once more 2');
});

test('a guest submits several files, retries a failed one, and reloads before submitting', {
  tag: ['@phone', '@messaging', '@nightly'],
}, async ({ browser }) => {
  const person = await newPerson('Sharing Sam');
  const page = await signedIn(browser, person);
  await page.goto('/submissions');
  await page.getByRole('button', { name: 'Send photos and videos' }).click();
  const summary = page.getByRole('alert').first();
  await expect(summary).toContainText('Please upload at least one photo or video');
  await expect(summary).toContainText('Please specify the location');
  await expect(summary).toContainText('Please add a comment about your submission');

  const files = page.getByRole('list', { name: 'Your files' });
  const input = page.locator('input[type=file]');
  let refuse = true;
  await page.route('**/storage/v1/object/media/**', (route) =>
    refuse && route.request().method() === 'POST' && /\.mp4$/.test(route.request().url())
      ? route.abort('connectionreset')
      : route.continue(),
  );
  await input.setInputFiles([photo(0), photo(1), video, notAnImage]);
  await expect(files.getByText('Upload successful!')).toHaveCount(2);
  await expect(files.getByText('Please select an image or video file')).toBeVisible();
  await expect(files.getByText('Failed to upload file')).toBeVisible();
  await page.getByRole('button', { name: 'Remove face.png' }).click();
  refuse = false;
  await files.getByRole('button', { name: 'Try again' }).click();
  await expect(files.getByText('Upload successful!')).toHaveCount(3);

  await page.getByLabel('Location').fill('El Golfete');
  await page.getByLabel('Tell us about it').fill('Herons <script>alert(1)</script>');
  await page.reload();
  await expect(files.getByText('Upload successful!')).toHaveCount(3);
  await expect(page.getByLabel('Location')).toHaveValue('El Golfete');
  await page.getByRole('button', { name: 'Remove photo-1.webp' }).click();
  await page.getByRole('button', { name: 'Send photos and videos' }).click();
  const thanks = page.getByText('Thank you for your submission! Our team will review it shortly.');
  await expect(thanks).toBeVisible();
  await expect(page.getByLabel('Location')).toHaveValue('');
  await expect(thanks).toBeHidden({ timeout: 8000 });
  const rows = await sql`select media_types, location, comment, status, media_urls from public.user_submissions
    where user_id = ${person.id}`;
  expect(rows).toMatchObject([
    {
      media_types: ['image', 'video'],
      location: 'El Golfete',
      comment: 'Herons <script>alert(1)</script>',
      status: 'pending',
    },
  ]);
  const stored = await page.request.get(`http://127.0.0.1:${process.env.API_PORT}${rows[0]?.media_urls[0]}`);
  expect(stored.headers()['content-type']).toBe('image/webp');
});

test('a partner application is filled in by the selected way, and is stored', {
  tag: ['@desktop', '@referrals', '@nightly'],
}, async ({ page }) => {
  const email = `hotel.${Date.now()}.${Math.random().toString(36).slice(2)}@journey.test`;
  await page.goto('/regional-partner');
  for (const way of ['Tour Guide', 'Hotel Partner', 'Transport Provider', 'Influencer Partner']) {
    await expect(page.getByRole('heading', { level: 3, name: way })).toBeVisible();
  }
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.getByRole('button', { name: 'Apply now as Hotel Partner' }).click();
  await expect(page.getByLabel("I'd like to join as")).toHaveValue('hotel_partner');
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please fill in all required fields');
  await page.getByLabel('Name').fill('Doña Rosa');
  await page.getByLabel('Email').fill('rosa');
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please enter a valid email address');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByRole('heading', { name: 'Application received' })).toBeFocused();
  const rows = await sql`select kind, name, status from public.partner_applications where email = ${email}`;
  expect(rows).toEqual([{ kind: 'hotel_partner', name: 'Doña Rosa', status: 'pending' }]);
});

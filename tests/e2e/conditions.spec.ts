import { expect } from '@playwright/test';
import { newExperience, newPerson, sql } from './support/fixtures.ts';
import { scrollTo, signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

test("staff close a road for a trip, and guests read it where they book, and on the territory's page", {
  tag: ['@phone', '@catalogue', '@nightly'],
}, async ({ browser, page }) => {
  const trip = await newExperience({ title: 'Road to the Falls' });
  const other = await newExperience({ title: 'Walk in Town' });
  const keeper = await newPerson('Road Keeper');
  await sql`update public.profiles set territory_id = 'rio-dulce' where id = ${keeper.id}`;
  await sql`insert into private.role_grants (user_id, role, territory_id) values (${keeper.id}, 'territory_staff', 'rio-dulce')`;
  const text = `A landslide above the bridge of ${trip.title}`;

  const desk = await signedIn(browser, keeper);
  await desk.goto('/territory-management?tab=conditions');
  await desk.getByRole('button', { name: 'Post a travel alert' }).press('Enter');
  const form = desk.getByRole('form', { name: 'Post a travel alert' });
  await form.getByRole('button', { name: 'Post' }).click();
  await expect(form.getByRole('alert')).toContainText('Please say in one sentence what happened');
  await form.getByRole('textbox', { name: 'What happened', exact: true }).fill(text);
  await form.getByRole('checkbox', { name: trip.title }).press('Space');
  await desk.context().setOffline(true);
  await form.getByRole('button', { name: 'Post' }).press('Enter');
  await expect(form.getByRole('alert')).toContainText("Failed to save the travel alert. You're offline.");
  await desk.context().setOffline(false);
  await expect(form.getByRole('alert')).toContainText("You're back online. Please try again.");
  await form.getByRole('button', { name: 'Post' }).press('Enter');
  await expect(desk.getByText('Travel alert saved')).toBeVisible();

  await page.goto(`/experiences/${trip.id}`);
  await expect(page.getByRole('alert').filter({ hasText: text })).toContainText('Road closed.');
  await page.goto(`/experiences/${other.id}`);
  await expect(page.getByRole('heading', { level: 1, name: other.title })).toBeVisible();
  await expect(page.getByText(text)).toHaveCount(0);
  await page.goto('/territories/rio-dulce');
  const all = page.getByRole('link', { name: 'Road, river and lake conditions' });
  await scrollTo(all);
  await all.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Travel alerts for/ })).toBeVisible();
  await expect(page.getByText(text)).toBeVisible();

  const row = desk.getByRole('listitem').filter({ hasText: text });
  await row.getByRole('button', { name: 'End now' }).press('Enter');
  await desk.getByRole('alertdialog').getByRole('button', { name: 'End now' }).press('Enter');
  await expect(desk.getByText('Travel alert ended')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: 'In the last 30 days' }).getByText(text)).toBeVisible();
});

import { expect } from '@playwright/test';
import { linkFromInbox } from './support/inbox.ts';
import { test } from './support/test.ts';
import { sql } from './support/world.ts';

test('an invitation comes by mail, outlives the sign-up, and makes a guide', async ({ page, isMobile }) => {
  test.skip(isMobile, 'nothing differs on a phone');
  const email = `invited.${Date.now()}.${Math.random().toString(36).slice(2)}@journey.test`;
  await sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', '{"role": "service_role"}', true), set_config('role', 'service_role', true)`;
    await tx`select public.create_invite(${email}, '{tour_guide}', 'rio-dulce', 'Mateo Caal')`;
  });

  const invitation = new URL(await linkFromInbox(email, /href="([^"]*callback\?invite=[^"]*)"/));
  await page.goto(invitation.pathname + invitation.search);
  await expect(page.getByText('Log in or create your account with the e-mail address that was invited.')).toBeVisible();
  await expect(page).toHaveURL(/\/register/);
  await page.getByLabel('Full name').fill('Mateo');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('volcano-1');
  await page.locator('form').getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();

  await page.goto(await linkFromInbox(email, /href="([^"]*auth\/v1\/verify[^"]*)"/));
  await expect(page.getByText('You accepted the invitation.')).toBeVisible();
  expect(await sql`select full_name, roles from public.profiles where email = ${email}`).toEqual([
    { full_name: 'Mateo Caal', roles: ['tour_guide', 'tourist'] },
  ]);
});

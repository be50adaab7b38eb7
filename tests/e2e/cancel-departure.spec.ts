import { expect, type Locator, type Page } from '@playwright/test';
import { bookInCash } from './support/bookings.ts';
import { newExperience, newGuide, newPerson, type Person, sql } from './support/fixtures.ts';
import { signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

/** Ends the two minutes in which this person's cancellation can be undone. */
async function passUndo({ id }: Person): Promise<void> {
  const passed = sql`select c.id from private.departure_cancellations c where c.actor_id = ${id} and c.undone_at is null`;
  await sql`update private.departure_cancellations set undo_until = now() - interval '1 second' where id in (${passed})`;
  await sql`update private.departure_offers set opens_at = now() - interval '1 second' where state = 'open' and cancellation_id in (${passed})`;
  await sql`update private.outbox set next_attempt_at = now() where state = 'queued' and template in ('departure_offer', 'departure_cancelled')
    and recipient in (select b.tourist_id::text from private.departure_offers o join public.bookings b on b.id = o.booking_id
                       where o.cancellation_id in (${passed}))`;
}

const dialogOf = (page: Page): Locator => page.getByRole('dialog');

test('a guide cancels in the rain with three taps, undoes it, and cancels again, and the guest sees the choice without a reload', {
  tag: ['@phone', '@departures', '@smoke'],
}, async ({ browser }) => {
  const guide = await newGuide('Elmer Lluvia');
  const experience = await newExperience({ title: 'Río bajo lluvia', guide, cash: true });
  const tourist = await newPerson('Emma Mojada');
  await bookInCash(tourist, experience);
  const page = await signedIn(browser, guide);
  await page.goto('/');
  let taps = 0;
  const tap = async (on: Locator) => {
    await on.click();
    taps += 1;
  };

  await tap(page.getByRole('link', { name: /^Today: / }));
  const card = page.getByRole('article', { name: experience.title });
  await tap(card.getByRole('button', { name: /^Cancel departure/ }));
  await expect(dialogOf(page)).toContainText('2 guests, 1 booking');
  await tap(dialogOf(page).getByRole('button', { name: 'Cancel and notify 2 guests' }));
  await expect(dialogOf(page)).toContainText('1 departure is cancelled.');
  expect(taps).toBeLessThanOrEqual(3);
  await dialogOf(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(card).toContainText('Cancelled');
  await expect(card).toContainText('Weather');

  await card.getByRole('button', { name: 'Undo' }).click();
  await expect(card.getByRole('button', { name: /^Cancel departure/ })).toBeVisible();
  await expect(card).not.toContainText('Weather');

  const own = await signedIn(browser, tourist);
  await own.goto('/bookings');
  const choice = own.getByRole('article', { name: new RegExp(`^Cancelled: ${experience.title}`) });
  await expect(own.getByRole('heading', { name: experience.title }).first()).toBeVisible();
  await expect(choice).toHaveCount(0);

  await test.step('cancels again for the road, with the connection cut after the click', async () => {
    await card.getByRole('button', { name: /^Cancel departure/ }).click();
    await dialogOf(page).getByRole('button', { name: 'Road or river' }).click();
    await dialogOf(page).getByLabel('Message to the guests').fill('El río está muy alto.');
    await page.route(
      '**/rpc/cancel_departures',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await dialogOf(page).getByRole('button', { name: 'Cancel and notify 2 guests' }).click();
    await expect(dialogOf(page)).toContainText("It's safe to try again");
    await dialogOf(page).getByRole('button', { name: 'Cancel and notify 2 guests' }).click();
    await expect(dialogOf(page)).toContainText('1 departure is cancelled.');
    await dialogOf(page).getByRole('button', { name: 'Close' }).last().click();
    const [count] =
      await sql`select count(*)::int as n from private.departure_cancellations where actor_id = ${guide.id}`;
    expect(count?.n).toBe(2);
  });

  await passUndo(guide);
  await expect(choice).toBeVisible({ timeout: 20_000 });
  await expect(choice).toContainText('El río está muy alto.');
  await choice.getByRole('radio', { name: /Cancel the booking|A full refund/ }).check();
  await choice.getByRole('button', { name: /^(Refund me|Cancel the booking)/ }).click();
  await expect(choice).toContainText('Your booking has ended');
});

async function newManager(): Promise<Person> {
  const person = await newPerson('Marta Oficina');
  await sql`update public.profiles set territory_id = 'rio-dulce' where id = ${person.id}`;
  await sql`insert into private.role_grants (user_id, role, territory_id) values (${person.id}, 'territory_manager', 'rio-dulce')`;
  return person;
}

test('a manager cancels the days of a service, and answers for a guest who calls', {
  tag: ['@desktop', '@departures', '@management', '@nightly'],
}, async ({ browser }) => {
  const manager = await newManager();
  const experience = await newExperience({ title: 'Castillo al sol', guide: await newGuide('Beto Sol'), cash: true });
  const tourist = await newPerson('Andrés Llama');
  const booking = await bookInCash(tourist, experience);
  const [booked] = await sql<{ day: string; last: string }[]>`
    select booking_date::text as day, (booking_date + 1)::text as last from public.bookings where id = ${booking}`;
  const { day = '', last = '' } = booked ?? {};
  const page = await signedIn(browser, manager);
  await page.goto('/territory-bookings');
  await page.getByRole('button', { name: 'Cancel departures' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Service').selectOption({ label: experience.title });
  await dialog.getByLabel('From', { exact: true }).fill(day);
  await dialog.getByLabel('To', { exact: true }).fill(last);
  await expect(dialog.getByRole('heading', { name: 'Cancel 2 departures' })).toBeVisible();
  await expect(dialog).toContainText('2 guests, 1 booking');
  await dialog.getByRole('button', { name: 'Cancel and notify 2 guests' }).click();
  await expect(dialog).toContainText('2 departures are cancelled.');
  await expect(dialog.getByRole('button', { name: 'Undo all 2 departures' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await passUndo(manager);

  await page.goto(`/territory-bookings?view=week&week=${day}`);
  const departure = page.getByRole('button', { name: new RegExp(`${experience.title}.*Cancelled: Weather`) }).first();
  await expect(departure).toBeVisible();
  await page.goto(
    `/territory-bookings?view=week&week=${day}&day=${day}&departure=experience.${experience.id}.${experience.slotId}.${day}`,
  );
  await page.getByRole('button', { name: '0 of 1 have answered' }).click();
  const answers = page.getByRole('dialog', { name: 'Guest answers' });
  await answers.getByRole('button', { name: 'Answer for Andrés Llama' }).click();
  await answers.getByRole('radio').nth(1).check();
  await answers.getByRole('button', { name: /^Move to/ }).click();
  await expect(answers).toContainText('The guest is now booked for');
  await answers.getByRole('button', { name: 'All answers' }).click();
  await expect(answers.getByRole('region', { name: 'Moved' })).toContainText('answered by phone');
  const logged =
    await sql`select actor_id from public.audit_log where action = 'answer_departure_offer' and actor_id = ${manager.id}`;
  expect(logged).toHaveLength(1);
});

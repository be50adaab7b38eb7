import { expect, test } from 'vitest';
import { handle } from '../../supabase/functions/conditions-feed/handler.ts';
import { checkout, checkoutForEachTest, fixture } from '../database/booking/support/for-each-test.ts';
import { post } from '../database/conditions/support.ts';

checkoutForEachTest();

const read = async (query: string) => {
  const response = await handle(new Request(`http://localhost/conditions-feed?${query}`), checkout.deps);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};

test('the feed of a territory contains each change, in the requested language, and executes nothing of it', async () => {
  const id = await post(fixture, fixture.staff, {
    text: 'Closed <script>alert(1)</script> & wet',
    language: 'en',
    translations: { es: { text: 'Cerrado por la lluvia' } },
  });
  await post(fixture, fixture.staff, { state: 'open', text: 'Dry again' }, { p_id: id, p_expected_revision: 1 });
  const feed = await read('territory=rio');
  expect(feed).toMatchObject({ status: 200, type: 'application/atom+xml; charset=utf-8' });
  expect(titlesOf(feed.text)).toEqual([
    'Travel alerts for Río Dulce',
    'The river is open again',
    'The river is closed',
  ]);
  expect(feed.text).toContain('Closed &lt;script&gt;alert(1)&lt;/script&gt; &amp; wet');
  const spanish = (await read('territory=rio&language=es')).text;
  expect(spanish).toContain('<content type="text" xml:lang="es">Cerrado por la lluvia</content>');
  expect(spanish).toContain('<content type="text" xml:lang="en">Dry again</content>');
});

test('the feed contains ended alerts for 30 days', async () => {
  const id = await post(fixture, fixture.staff, { text: 'Closed for the feast' });
  const over = (days: number) =>
    fixture.db
      .sql`update public.conditions set starts_at = now() - ${days + 1} * interval '1 day', ends_at = now() - ${days} * interval '1 day' where id = ${id}`;
  await over(29);
  expect((await read('territory=rio')).text).toContain('Closed for the feast');
  await over(31);
  expect((await read('territory=rio')).text).not.toContain('Closed for the feast');
});

test('a hidden or unknown territory has no feed', async () => {
  await fixture.db.sql`update public.territories set visible = false where id = 'lago'`;
  for (const query of ['territory=lago', 'territory=nowhere', '', `territory=${'x'.repeat(5000)}`])
    expect((await read(query)).status).toBe(404);
});

test('a text that Postgres cannot read is refused', async () => {
  expect(await read('territory=%00')).toMatchObject({
    status: 400,
    text: expect.stringContaining('invalid_character'),
  });
});

test('refuses writes', async () => {
  const response = await handle(new Request('http://localhost/conditions-feed', { method: 'POST' }), checkout.deps);
  expect(response.status).toBe(405);
});

const titlesOf = (feed: string) => [...feed.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title);

import { describe, expect, test } from 'vitest';
import { contextForEachTest } from '../booking/support/context.ts';
import { createUsers, refusal } from '../booking/support/fixture.ts';
import { call } from '../departures/support.ts';
import { device, devices, save } from './support.ts';

const context = contextForEachTest();
const people = () => ({ tourist: context.user, guide: context.fixture.guide, staff: context.fixture.staff });
const kept = () => devices(context.fixture, people());
const forget = (who: string | null, name: string) =>
  call(context.fixture, who, 'delete_push_subscription', { p_endpoint: device(name).p_endpoint });

describe('a device', () => {
  test('is stored for the person who saves it, once, and renewed when it is saved again', async () => {
    const { fixture, user } = context;
    const phone = device('phone');
    await save(fixture, user, phone);
    await save(fixture, user, { ...phone, p_auth: device('x').p_auth });
    await save(fixture, fixture.guide, device('tablet'));
    expect(await kept()).toEqual(['tourist phone', 'guide tablet']);
    const [row] = await fixture.db.sql`select auth from private.push_subscriptions where user_id = ${user}`;
    expect(row?.auth).not.toBe(phone.p_auth);
  });

  test('moves to the next account that uses it', async () => {
    const phone = device('phone');
    await save(context.fixture, context.user, phone);
    await save(context.fixture, context.fixture.guide, phone);
    expect(await kept()).toEqual(['guide phone']);
  });

  test('can only be deleted by its own person', async () => {
    await save(context.fixture, context.user, device('phone'));
    await forget(context.fixture.staff, 'phone');
    expect(await kept()).toEqual(['tourist phone']);
    await forget(context.user, 'phone');
    await forget(context.user, 'phone');
    expect(await kept()).toEqual([]);
  });

  test("can't be stored without an account", async () => {
    for (const call of [() => save(context.fixture, null, device('phone')), () => forget(null, 'phone')])
      expect((await refusal(call())).message).toMatch(/permission denied/);
  });

  test('is deleted with its account', async () => {
    const [gone = ''] = await createUsers(context.fixture.db.sql, 1);
    await save(context.fixture, gone, device('phone'));
    await save(context.fixture, context.user, device('tablet'));
    await context.fixture.db.sql`delete from auth.users where id = ${gone}`;
    expect(await kept()).toEqual(['tourist tablet']);
  });

  test('is one of ten at most, and replaces the one unused for longest', async () => {
    const { fixture, user } = context;
    for (let n = 0; n < 10; n += 1) await save(fixture, user, device(`d${n}`));
    await save(fixture, user, device('d0'));
    await save(fixture, fixture.guide, device('other'));
    await save(fixture, user, device('d10'));
    expect(await kept()).toEqual(
      ['d0', 'd10', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7', 'd8', 'd9']
        .map((name) => `tourist ${name}`)
        .concat('guide other'),
    );
  });

  test('stays within ten when saved from many pages at the same time', async () => {
    const all = Array.from({ length: 15 }, (_, n) => device(`d${n}`));
    await Promise.all(all.map((one) => save(context.fixture, context.user, one)));
    expect(await kept()).toHaveLength(10);
  });
});

describe('the address of a push service', () => {
  const hostile = [
    'http://fcm.googleapis.com/x',
    'https://localhost/x',
    'https://kong/x',
    'https://db.internal/x',
    'https://printer.local/x',
    'https://a.localhost/x',
    'https://127.0.0.1/x',
    'https://10.0.0.8/x',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/x',
    'https://0x7f000001/x',
    'https://0177.0.0.1/x',
    'https://[::1]/x',
    'https://[fd00::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com@127.0.0.1/x',
    'https://user:password@fcm.googleapis.com/x',
    'https://127.0.0.1\\@fcm.googleapis.com/x',
    'https://fcm.googleapis.com#@127.0.0.1/x',
    'https://fcm.googleapis.com',
    'https://FCM.googleapis.com/x',
    'https://fcm.googleapis.com./x',
    'https://fcm..googleapis.com/x',
    'https://１２７.0.0.1/x',
    'https://fcm.googleapis.com/x\nhost: localhost',
    'https://fcm.googleapis.com/x y',
    ' https://fcm.googleapis.com/x',
    'https:fcm.googleapis.com/x',
    '//fcm.googleapis.com/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    `https://fcm.googleapis.com/${'x'.repeat(1024)}`,
    'https://push.example.org/x',
    'https://evilfcm.googleapis.com/x',
    'https://a.fcm.googleapis.com/x',
    'https://fcm.googleapis.com.example.org/x',
    'https://notify.windows.com/x',
    'https://evilnotify.windows.com/x',
    '',
    null,
  ];
  test('is refused if it is another one', async () => {
    for (const p_endpoint of hostile) {
      const saving = save(context.fixture, context.user, { ...device('x'), p_endpoint: p_endpoint as string });
      expect(await refusal(saving), `${p_endpoint}`).toMatchObject({ code: 'invalid_input' });
    }
    expect(await kept()).toEqual([]);
  });

  test("is accepted if it is a browser's", async () => {
    const real = [
      'https://fcm.googleapis.com/fcm/send/dpH5lCsTSSM:APA91bHqjZxM0VImWWqDRN7U0a3AycjUf4O',
      'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABn_-x=',
      'https://web.push.apple.com/QGuQyavXutnMH-Aw',
      'https://db5p.notify.windows.com/w/?token=BQYAAACs%2f3%2b',
    ];
    for (const p_endpoint of real) await save(context.fixture, context.user, { ...device('x'), p_endpoint });
    expect(await kept()).toHaveLength(real.length);
  });

  test('is accepted once those who run the deployment have added it', async () => {
    const one = { ...device('x'), p_endpoint: 'https://push.example.org/x' };
    expect(await refusal(save(context.fixture, context.user, one))).toMatchObject({ code: 'invalid_input' });
    await context.fixture.db.sql`insert into private.push_services (host) values ('*.example.org')`;
    await save(context.fixture, context.user, one);
    expect(await kept()).toHaveLength(1);
  });
});

test('refuses impossible keys', async () => {
  const { p_p256dh, p_auth } = device('x');
  const wrong = [
    { p_p256dh: 'x' },
    { p_p256dh: p_p256dh.replace(/^B/, 'C') },
    { p_auth: `${p_auth}A` },
    { p_auth: null },
  ];
  for (const more of wrong) {
    const saving = save(context.fixture, context.user, device('phone', more as { p_auth: string }));
    expect(await refusal(saving), JSON.stringify(more)).toMatchObject({ code: 'invalid_input' });
  }
});

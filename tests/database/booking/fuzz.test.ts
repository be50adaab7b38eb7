import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createFixture,
  createHold,
  createUsers,
  type Fixture,
  holdRequest,
  signedIn,
  transportRequest,
} from './support/fixture.ts';

let fixture: Fixture;
let users: string[];
beforeAll(async () => {
  fixture = await createFixture({ seats: 1000 });
  users = await createUsers(fixture.db.sql, 1000);
});
afterAll(() => fixture.db.drop());

/**
 * Values that no form sends, and some that a form might. Postgres' jsonb can't store NUL, and the API refuses it
 * earlier.
 */
const text = fc
  .oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', ' ', "'; drop table bookings; --", '../../x', 'a'.repeat(5000), '-1', '1e9', 'NaN'),
  )
  .map((value) => value.replaceAll('\u0000', '').toWellFormed());
const junk = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.constant([]),
  fc.constant({}),
  fc.array(text, { maxLength: 4 }),
  fc.dictionary(fc.constantFrom('name', 'email', 'country', 'x'), fc.oneof(text, fc.integer()), { maxKeys: 3 }),
  fc.constantFrom(
    '2026-02-30',
    '0000-00-00',
    '9999-12-31',
    'infinity',
    'today',
    '2027-1-1',
    randomUUID(),
    2.5,
    -3,
    0,
    1001,
    1e300,
    '＋50255512345',
  ),
);
const FIELDS = [
  'kind',
  'service_id',
  'slot_id',
  'service_date',
  'booking_type',
  'num_people',
  'payment_method',
  'whatsapp_number',
  'country',
  'speaks_spanish',
  'hotel_name',
  'hotel_address',
  'passport_images',
  'waiver_version',
  'passenger_details',
  'idempotency_key',
];
/** Fields that an attacker might add. None may have an effect. */
const cheats = fc.dictionary(
  fc.constantFrom(
    'unit_price',
    'total_price',
    'price',
    'currency_code',
    'amount',
    'seats',
    'partner_rate',
    'user_id',
    'state',
    'expires_at',
    'form',
    'discount',
  ),
  fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), text),
  { maxKeys: 5 },
);
const body = fc.record({
  base: fc.constantFrom('experience', 'transport', 'private'),
  broken: fc.dictionary(fc.constantFrom(...FIELDS), junk, { maxKeys: 3 }),
  dropped: fc.subarray(FIELDS, { maxLength: 2 }),
  cheats,
});

function build({
  base,
  broken,
  dropped,
  cheats,
}: {
  base: string;
  broken: object;
  dropped: string[];
  cheats: object;
}): Record<string, unknown> {
  const valid =
    base === 'transport'
      ? transportRequest(fixture)
      : holdRequest(
          fixture,
          base === 'private' ? { booking_type: 'private', num_people: 2, service_date: undefined } : {},
        );
  const request: Record<string, unknown> = { ...valid, ...cheats, ...broken };
  for (const field of dropped) delete request[field];
  return request;
}

test('1,000 fuzzed bodies never change the price, and never cause another error than PT4xx', async () => {
  let next = 0;
  const codes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(body, async (draft) => {
      const user = users[next++ % users.length] as string;
      const request = build(draft);
      const outcome = await createHold(fixture, user, request).then(
        (hold) => ({ hold }),
        (error: { code?: string; hint?: string; message: string }) => ({ error }),
      );
      if ('error' in outcome) {
        expect(outcome.error.code, `${outcome.error.message} for ${JSON.stringify(request)}`).toMatch(/^PT4\d\d$/);
        expect(outcome.error.hint).toMatch(/^[a-z_]+$/);
        codes.set(outcome.error.hint ?? '', (codes.get(outcome.error.hint ?? '') ?? 0) + 1);
        return;
      }
      const { hold } = outcome;
      const unit =
        request.booking_type === 'private'
          ? request.kind === 'transport'
            ? 800
            : 900
          : request.kind === 'transport'
            ? 120
            : 175.5;
      expect(hold.unit_price).toBe(unit);
      expect(hold.total_price).toBe(request.booking_type === 'private' ? unit : unit * (request.num_people as number));
      expect(hold.lines[0]?.amount).toBe(hold.total_price);
      codes.set('held', (codes.get('held') ?? 0) + 1);
    }),
    { numRuns: 1000, seed: 2026, endOnFailure: true },
  );
  // The bodies must reach deep enough: some must pass, and many different rules must refuse.
  expect(codes.get('held') ?? 0).toBeGreaterThan(50);
  expect(codes.size).toBeGreaterThan(7);
}, 120_000);

test('refuses bodies that are no objects, and numbers beyond every type', async () => {
  const user = users[0] as string;
  for (const body of [
    null,
    [],
    'x',
    7,
    true,
    { kind: 'experience' },
    holdRequest(fixture, { num_people: 1e308 }),
    holdRequest(fixture, { num_people: '2' }),
  ]) {
    const call = fixture.db.as(signedIn(user), (sql) => sql`select public.create_hold(${sql.json(body as never)})`);
    await expect(call).rejects.toMatchObject({ code: 'PT400', hint: 'invalid_input' });
  }
});

// The negative control: a function that casts its input fails with one of Postgres' own codes under the same bodies.
test('control: casts alone fail the fuzz test', async () => {
  const codes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(body, async (draft) => {
      const request = build(draft);
      await fixture.db
        .sql`select (r ->> 'num_people')::int, (r ->> 'service_date')::date, (r ->> 'slot_id')::uuid from (select ${fixture.db.sql.json(request as never)}::jsonb r) x`.catch(
        (error: { code: string }) => codes.add(error.code),
      );
    }),
    { numRuns: 200, seed: 2026 },
  );
  expect([...codes].filter((code) => !code.startsWith('PT')).length).toBeGreaterThan(0);
});

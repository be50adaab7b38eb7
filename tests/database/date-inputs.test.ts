import { expect, it } from 'vitest';
import { fixture, sharedFixture } from './access/fixture.ts';
import { id, userId, type Who } from './access/identities.ts';

// Every date and moment that a person can send. One that no trip has, such as the last one that Postgres knows, finds
// nothing or is refused by a code, and never fails in the arithmetic of a function.

sharedFixture();

const ODD: Record<string, readonly string[]> = {
  date: ['5874897-12-31', '4713-01-01 BC', 'infinity', '-infinity'],
  'timestamp with time zone': ['294276-12-31 23:59:59+00', '4713-01-01 00:00:00+00 BC', 'infinity', '-infinity'],
};
const ORDINARY: Record<string, string> = { date: 'current_date + 30', 'timestamp with time zone': 'now()' };

/** Values of the arguments that a function needs besides its dates, by name. */
const OTHERS: Record<string, string> = {
  p_confirmed: 'true',
  p_drivers: `'{}'`,
  p_expected: 'null',
  p_answer: `'date'`,
  p_capacity: '4',
  p_currency: `'GTQ'`,
  p_from: `'Rio'`,
  p_key: 'gen_random_uuid()',
  p_offer_id: 'gen_random_uuid()',
  p_party: `'operator'`,
  p_payee: `'operator:'`,
  p_people: '2',
  p_reference: `'Transfer'`,
  p_role: `'tour_guide'`,
  p_selection: `'[{"payee": "operator:nobody", "currency": "GTQ", "as_of": "2026-01-01"}]'`,
  p_booking_id: `'${id.booking}'`,
  p_service_id: `'${id.experience}'`,
  p_slot_id: `'${id.slot}'`,
  p_status: `'paid'`,
  p_territory_id: `'rio'`,
  p_to: `'Lago'`,
  p_token: `'none'`,
  p_user_id: `'${userId.guide}'`,
  p_version: `'1.1'`,
  p_paused: `false`,
  p_kind: `'experience'`,
  p_id: `gen_random_uuid()`,
  p: `'{}'`,
};
/** Who may call it, if that isn't the manager. */
const CALLERS: Record<string, Who> = {
  all_regions: 'admin',
  answer_run: 'driver',
  decline_date: 'guide',
  guide_days: 'guide',
  day_departures: 'guide',
};

interface Argument {
  name: string;
  type: string;
  optional: boolean;
}

const functions = () =>
  fixture.look<{ name: string; args: Argument[] }>(`
    select p.proname as name, jsonb_agg(jsonb_build_object('name', a.name, 'type', format_type(a.type, null),
             'optional', a.n > p.pronargs - p.pronargdefaults) order by a.n) as args
      from pg_proc p, lateral unnest(p.proargnames[1:p.pronargs], p.proargtypes::oid[]) with ordinality a (name, type, n)
     where p.pronamespace = 'public'::regnamespace and p.proargtypes::oid[] && array['date'::regtype, 'timestamptz'::regtype]::oid[]
     group by p.oid, p.proname order by p.proname`);

/** Returns how a call with the odd date number `at` in these arguments is answered: a code, or undefined if it isn't refused. */
async function answerTo(name: string, args: Argument[], odd: string[], at: number) {
  const given = args.flatMap((one) => {
    const ordinary = ORDINARY[one.type];
    if (one.optional && !ordinary) return [];
    const value = odd.includes(one.name) ? `'${ODD[one.type]?.[at]}'` : (ordinary ?? OTHERS[one.name]);
    if (value === undefined) throw new Error(`${name} needs a value of ${one.name} in OTHERS`);
    return [`${one.name} => ${value}`];
  });
  const refused = await fixture.refusal(CALLERS[name] ?? 'manager', `select public.${name}(${given.join(', ')})`);
  return refused?.code;
}

it('no date makes a function fail by itself', async () => {
  const failures: string[] = [];
  for (const { name, args } of await functions()) {
    const dates = args.filter(({ type }) => type in ODD).map((one) => one.name);
    for (const odd of [dates, ...dates.map((one) => [one])])
      for (const at of [0, 1, 2, 3]) {
        const code = await answerTo(name, args, odd, at);
        // The codes of Postgres begin with digits.
        if (code && /^\d/.test(code)) failures.push(`${name} ${odd.join(', ')} ${ODD.date?.[at]}: ${code}`);
      }
  }
  expect(failures).toEqual([]);
});

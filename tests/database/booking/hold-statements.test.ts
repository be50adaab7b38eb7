import { describe, expect, test } from 'vitest';
import { statementsOf } from '../../support/plans.ts';
import { contextForEachTest } from './support/context.ts';
import { createHold, createUsers, holdRequest, rideOf, signedIn } from './support/fixture.ts';

// Everyone who books a busy departure waits for the holds before theirs, so each statement costs seats sold per
// second. Before you raise a number, measure with `npm run bench -- holds`.

const context = contextForEachTest();

/** Returns the statements of a hold on a departure with seats held by another person. */
async function statementsOfHold(changes = {}): Promise<string[]> {
  const { fixture, user } = context;
  const [other = ''] = await createUsers(fixture.db.sql, 1);
  await createHold(fixture, other, holdRequest(fixture, changes));
  const request = JSON.stringify(holdRequest(fixture, changes));
  const all = await statementsOf(fixture.db.url, signedIn(user), `select public.create_hold('${request}')`);
  return all.filter((statement) => !statement.startsWith('select set_config'));
}

describe('a hold', () => {
  test('runs 23 statements for an experience', async () => {
    expect(await statementsOfHold()).toHaveLength(23);
  });

  test('runs 25 statements for a ride', async () => {
    expect(await statementsOfHold(rideOf(context.fixture))).toHaveLength(25);
  });

  test('control: runs one more with a trigger that reads', async () => {
    const before = (await statementsOfHold()).length;
    await context.fixture.db.sql.unsafe(`
      create function private.extra_look() returns trigger language plpgsql as $$
      begin perform count(*) from public.territories; return new; end $$;
      create trigger extra_look before insert on private.holds for each row execute function private.extra_look()`);
    const [user = ''] = await createUsers(context.fixture.db.sql, 1);
    context.user = user;
    const after = await statementsOfHold();
    await context.fixture.db.sql.unsafe('drop trigger extra_look on private.holds; drop function private.extra_look()');
    expect(after).toHaveLength(before + 1);
  });
});

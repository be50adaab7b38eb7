import { afterEach, beforeEach, expect, vi } from 'vitest';
import { pending } from '../../../support/background-work.ts';
import { type Checkout, createCheckout } from './checkout.ts';
import { brokenInvariants, createFixture, createUsers, type Fixture, type FixtureOptions } from './fixture.ts';

/** The current test's checkout. Import it, and call checkoutForEachTest() in the file. */
export let fixture: Fixture;
export let checkout: Checkout;
export let user: string;

/**
 * Creates a territory, a checkout and a tourist for each test of the file. With `sound`, no invariant may be broken
 * at the end.
 */
export function checkoutForEachTest({ sound = false, ...options }: FixtureOptions & { sound?: boolean } = {}): void {
  beforeEach(async () => {
    fixture = await createFixture(options);
    checkout = createCheckout(fixture);
    [user = ''] = await createUsers(fixture.db.sql, 1);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await pending.settled();
    if (sound) expect(await brokenInvariants(fixture)).toEqual([]);
    await fixture.db.drop();
  });
}

import { createHmac } from 'node:crypto';
import { createLite, type Lite } from '@territorio/local-supabase/lite';
import { readProjectConfig } from '@territorio/local-supabase/project';
import { afterAll, beforeAll } from 'vitest';
import { PROJECT } from '../../../supabase/local/project.ts';
import { fixture, sharedFixture } from './fixture.ts';
import { type Person, userId } from './identities.ts';

const SECRET = 'a-secret-of-the-test-that-is-long-enough';
export const KEY = 'sb_publishable_test';

/** The current test's API. */
export let lite: Lite;

/** Uses one database behind the API for all tests of the file. */
export function sharedApi(): void {
  sharedFixture();
  beforeAll(async () => {
    lite = await createLite({
      schemas: readProjectConfig(PROJECT).api.schemas,
      databaseUrl: fixture.url,
      jwtSecret: SECRET,
      publishableKey: KEY,
      secretKey: 'sb_secret_test',
      siteUrl: 'http://127.0.0.1',
      redirectUrls: [],
      mailer: {} as never,
      files: {} as never,
    });
  });
  afterAll(() => lite.close());
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns a token as Auth signs it for a signed-in user. */
export function tokenOf(person: Person): string {
  const claims = { sub: userId[person], role: 'authenticated', aud: 'authenticated', exp: 4102444800 };
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${body}.${createHmac('sha256', SECRET).update(body).digest('base64url')}`;
}

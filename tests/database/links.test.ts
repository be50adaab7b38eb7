import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const SHOWN = ['dock_ticket', 'unsubscribe:message', 'unsubscribe:tomorrow'];
const HASHED = ['dock_payment', 'offer', 'ticket_transfer'];
const PURPOSES = [...SHOWN, ...HASHED];

async function newLink(purpose: string, subject: string): Promise<string> {
  const [row] = await database.sql`select private.new_link(${purpose}, ${subject}) as token`;
  return row?.token as string;
}
async function linked(purpose: string | null, token: string | null): Promise<string | null> {
  const [row] = await database.sql`select private.linked(${purpose}, ${token}) as subject`;
  return row?.subject as string | null;
}

test('a link opens its subject, and nothing of another purpose, even of the same subject', async () => {
  const subject = randomUUID();
  const tokens = new Map<string, string>();
  for (const purpose of PURPOSES) tokens.set(purpose, await newLink(purpose, subject));
  for (const purpose of PURPOSES) {
    const opened = await Promise.all(
      [...tokens].map(async ([of, token]) => ((await linked(purpose, token)) === subject ? of : null)),
    );
    expect(opened.filter(Boolean)).toEqual([purpose]);
  }
});

test('a token has 64 digits, is stored only if it is shown again, and its hash opens nothing', async () => {
  const subject = randomUUID();
  for (const purpose of PURPOSES) {
    const token = await newLink(purpose, subject);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const [stored] = await database.sql`select token_hash, token from private.links where purpose = ${purpose}`;
    expect(stored?.token).toBe(SHOWN.includes(purpose) ? token : null);
    expect(stored?.token_hash).not.toBe(token);
    expect(await linked(purpose, stored?.token_hash)).toBeNull();
  }
  for (const none of ['', null]) expect(await linked('offer', none)).toBeNull();
  expect(await linked(null, await newLink('offer', subject))).toBeNull();
});

test.each(SHOWN)('allows one link at a time for %s, even with concurrent requests', async (purpose) => {
  const subject = randomUUID();
  const tokens = await Promise.all([1, 2, 3, 4].map(() => newLink(purpose, subject)));
  expect(new Set(tokens).size).toBe(1);
  expect(await newLink(purpose, randomUUID())).not.toBe(tokens[0]);
});

test.each(HASHED)('allows several links for %s, which all keep working', async (purpose) => {
  const subject = randomUUID();
  const tokens = [await newLink(purpose, subject), await newLink(purpose, subject)];
  expect(new Set(tokens).size).toBe(2);
  for (const token of tokens) expect(await linked(purpose, token)).toBe(subject);
});

test.each(PURPOSES)("ends a link of %s, while other people's links remain", async (purpose) => {
  const [subject, other] = [randomUUID(), randomUUID()];
  const [ended, kept] = [await newLink(purpose, subject), await newLink(purpose, other)];
  const ofAnotherPurpose = PURPOSES.find((name) => name !== purpose) ?? '';
  const beside = await newLink(ofAnotherPurpose, subject);
  await database.sql`select private.end_links(${purpose}, ${subject})`;
  expect(await linked(purpose, ended)).toBeNull();
  expect(await linked(purpose, kept)).toBe(other);
  expect(await linked(ofAnotherPurpose, beside)).toBe(subject);
  const next = await newLink(purpose, subject);
  expect(next).not.toBe(ended);
  expect(await linked(purpose, next)).toBe(subject);
  expect(await database.sql`select 1 from private.links where token = ${ended}`).toHaveLength(0);
});

test('refuses a link with an unknown purpose', async () => {
  await expect(newLink('passport', randomUUID())).rejects.toMatchObject({ constraint_name: 'links_purpose_check' });
});

// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { messageOfCode } from '../../src/lib/api/error-messages.ts';

// A refusal has a code, and the app shows the text of its code. A client that calls the API directly shows the server's.

/** Codes with several reasons on the server, which it names, and with one text in the app. */
const SEVERAL_REASONS = new Set([
  'date_in_past',
  'departure_closed',
  'forbidden',
  'invalid_input',
  'invalid_private_price',
  'invalid_shared_price',
  'managers_only',
  'message_not_found',
  'not_signed_in',
  'reason_required',
  'refund_too_large',
  'sale_not_found',
  'sold_out',
]);

const FAILURES: [folder: string, failure: RegExp][] = [
  ['supabase/schemas', /private\.fail\(\s*\d{3},\s*'(?<code>[a-z_]+)',\s*'(?<text>(?:[^']|'')+)'/g],
  [
    'supabase/functions',
    /HttpError\(\s*\d{3},\s*'(?<code>[a-z_]+)',\s*(?<quote>['"])(?<text>(?:(?!\k<quote>).)+)\k<quote>/g,
  ],
];

it.each(FAILURES)('the failures in %s have the texts of the app', (folder, failure) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(sql|ts)$/.test(file));
  const failures = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(failure)].map(({ groups }) => ({ file, ...groups })),
  ) as { file: string; code: string; text: string }[];
  expect(failures.length).toBeGreaterThan(10);
  const different = failures.flatMap(({ file, code, text }) => {
    const shown = messageOfCode[code]?.message;
    const said = file.endsWith('.sql') ? text.replaceAll("''", "'") : text;
    return shown === undefined || shown === said || SEVERAL_REASONS.has(code) ? [] : [{ file, code, said, shown }];
  });
  expect(different).toEqual([]);
});

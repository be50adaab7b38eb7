// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { refuseUnreadable } from '@territorio/local-supabase/request-rules';
import { expect, it } from 'vitest';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file}`)
  .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file) && file !== 'src/types/database.ts');

/** Texts of the code that embed a table, as in `guide:profile_cards!bookings_guide_card_fkey(full_name)`. */
const selects = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/`[^`]*`|'[^'\n]*'/g)]
    .map(([text]) => text.slice(1, -1))
    .filter((text) => /^[a-z_$]/.test(text) && /(^|[\s,])\w+:\w+(!\w+)*\([a-z_]/.test(text)),
);

it("the app's selects are within the limits of the API", () => {
  expect(selects.length).toBeGreaterThan(8);
  for (const select of selects)
    expect(() => refuseUnreadable('/rest/v1/bookings', new URLSearchParams({ select })), select).not.toThrow();
});

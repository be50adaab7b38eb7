import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';

const SUPABASE = fileURLToPath(new URL('../../supabase', import.meta.url));
const FUNCTIONS = readdirSync(join(SUPABASE, 'functions'))
  .filter((name) => existsSync(join(SUPABASE, 'functions', name, 'index.ts')))
  .sort();

test('config.toml gives each function the import map, and leaves it to check its callers itself', () => {
  const { functions } = parse(readFileSync(join(SUPABASE, 'config.toml'), 'utf8')) as unknown as {
    functions: Record<string, object>;
  };
  const expected = { verify_jwt: false, import_map: './functions/deno.json' };
  expect(functions).toEqual(Object.fromEntries(FUNCTIONS.map((name) => [name, expected])));
});

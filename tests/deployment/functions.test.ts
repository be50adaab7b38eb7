import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';

const SUPABASE = fileURLToPath(new URL('../../supabase', import.meta.url));
const FUNCTIONS = readdirSync(join(SUPABASE, 'functions'))
  .filter((name) => existsSync(join(SUPABASE, 'functions', name, 'index.ts')))
  .sort();

test('config.toml gives each function the import map, and lets it check its callers itself', () => {
  const { functions } = parse(readFileSync(join(SUPABASE, 'config.toml'), 'utf8')) as unknown as {
    functions: Record<string, object>;
  };
  const expected = { verify_jwt: false, import_map: './functions/deno.json' };
  expect(functions).toEqual(Object.fromEntries(FUNCTIONS.map((name) => [name, expected])));
});

test('the functions import the versions that package.json installs', () => {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(SUPABASE, path), 'utf8'));
  const { dependencies, devDependencies } = read('../package.json') as Record<string, Record<string, string>>;
  const { imports } = read('functions/deno.json') as { imports: Record<string, string> };
  for (const [imported, specifier] of Object.entries(imports)) {
    // An import of a part of a package, such as '@lingui/message-utils/compileMessage'.
    const [, name = '', part] = /^((?:@[^/]+\/)?[^/]+)(\/.+)?$/.exec(imported) ?? [];
    const version = dependencies?.[name] ?? devDependencies?.[name];
    expect(specifier).toBe(`npm:${name}@${version}${part ?? ''}`);
  }
});

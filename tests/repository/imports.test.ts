// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { circlesOf, type Import, importsOf, sourceFiles, specifiersOf } from './imports.ts';

/** The order of layers. A folder imports only itself and earlier ones. */
const LAYERS = ['types', 'lib', 'ui', 'features', 'pages', 'app'];
const AREAS = [
  'account',
  'catalogue',
  'booking',
  'dock',
  'departures',
  'messaging',
  'payouts',
  'referrals',
  'management',
  'admin',
  'site',
];

const isTest = (file: string) => /\.test\.tsx?$|\/test-[\w-]+\.tsx?$/.test(file);
const source = sourceFiles(['src']);
const product = source.filter((file) => !isTest(file));
const imports = importsOf(product);

/** Returns the imports from a layer of a later one. */
function against(order: readonly string[], placeOf: (file: string) => string | undefined, all: readonly Import[]) {
  const rank = (file: string) => order.indexOf(placeOf(file) ?? '');
  return all
    .filter(({ from, to }) => rank(from) >= 0 && rank(to) > rank(from))
    .map(({ from, to }) => `${from} -> ${to}`);
}
const layerOf = (file: string) => /^src\/(\w+)\//.exec(file)?.[1];
const areaOf = (file: string) => /^src\/features\/([\w-]+)\//.exec(file)?.[1];

it('no file imports itself in a loop, in the product, its tests or its tools', () => {
  expect(circlesOf(importsOf(sourceFiles(['src', 'packages', 'supabase', 'scripts', 'tests'])))).toEqual([]);
});

it('imports flow lib, ui → features → pages → app', () => {
  expect(against(LAYERS, layerOf, imports)).toEqual([]);
});

it('every area is in the order, and imports only earlier ones', () => {
  const areas = new Set(product.map(areaOf).filter((area) => area !== undefined));
  expect([...areas].filter((area) => !AREAS.includes(area))).toEqual([]);
  expect(against(AREAS, areaOf, imports)).toEqual([]);
});

/** Returns the arrows between areas, without those that lead to the same area over others. */
function arrowsOf(all: readonly Import[]): string[] {
  const near = new Map<string, Set<string>>();
  for (const { from, to } of all) {
    const [area, other] = [areaOf(from), areaOf(to)];
    if (area && other && area !== other) near.set(area, (near.get(area) ?? new Set()).add(other));
  }
  const leads = (from: string, to: string): boolean =>
    [...(near.get(from) ?? [])].some((one) => one === to || leads(one, to));
  return [...near]
    .flatMap(([from, others]) =>
      [...others].filter((to) => ![...others].some((one) => leads(one, to))).map((to) => `${from} --> ${to}`),
    )
    .sort();
}

it('docs/architecture.md lists the areas in their order, and shows how they import each other', () => {
  const text = readFileSync('docs/architecture.md', 'utf8');
  const areas = text.slice(text.indexOf('## Areas'), text.indexOf('## Where to find it'));
  expect([...areas.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, area]) => area)).toEqual(AREAS);
  const picture = /subgraph features\n([\s\S]*?)\n {2}end/.exec(areas)?.[1] ?? '';
  const chains = [...picture.matchAll(/^ +(\w+(?: --> [\w &]+)+)$/gm)].map(([, chain = '']) => chain.split(' --> '));
  const drawn = chains.flatMap((chain) =>
    chain.slice(1).flatMap((to, at) => to.split(' & ').map((one) => `${chain[at]} --> ${one}`)),
  );
  expect(drawn.sort()).toEqual(arrowsOf(imports));
});

const SUPABASE = /^@supabase\/|\/lib\/api\/(client|database|supabase)(\.ts)?$/;
const mayKnowSupabase = (file: string) =>
  /^src\/lib\/(api|realtime|upload)\/|^src\/features\/.*\/queries\.ts$/.test(file);

it('only queries.ts, and the modules of lib for requests, live data and uploads, use Supabase', () => {
  const strangers = product
    .filter((file) => !mayKnowSupabase(file))
    .filter((file) => specifiersOf(readFileSync(file, 'utf8')).some((specifier) => SUPABASE.test(specifier)));
  expect(strangers).toEqual([]);
});

/** Excludes Node's own modules, and code in strings. */
const SPECIFIER = /^[.@a-z][\w@./-]*$/;
const manifestOf = (name: string) => JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8'));
/** Returns a package's imports from outside its folder, or of packages not in its package.json. */
function leavesPackage(name: string, file: string, text: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies, devDependencies } = manifestOf(name);
  const named = { ...dependencies, ...optionalDependencies, ...peerDependencies };
  const known = [
    `@territorio/${name}`,
    ...Object.keys(/\.test\.|\/tests\//.test(file) ? { ...named, ...devDependencies } : named),
  ];
  const isOwn = (specifier: string) =>
    specifier.startsWith('.')
      ? join(dirname(file), specifier).startsWith(`packages/${name}/`)
      : known.some((other) => specifier === other || specifier.startsWith(`${other}/`));
  return specifiersOf(text).filter((specifier) => SPECIFIER.test(specifier) && !isOwn(specifier));
}

it.each(readdirSync('packages'))(
  'packages/%s imports nothing from the app, only what its package.json names',
  (name) => {
    const files = sourceFiles([`packages/${name}`]).filter((file) => !file.includes('node_modules'));
    expect(files.length).toBeGreaterThan(2);
    expect(
      files.flatMap((file) => leavesPackage(name, file, readFileSync(file, 'utf8')).map((to) => `${file} -> ${to}`)),
    ).toEqual([]);
  },
);

it('control: the checks detect what they look for', () => {
  const loop = ['a', 'b', 'c'].map((name, at, all) => ({ from: name, to: all[(at + 1) % 3] ?? '' }));
  expect(circlesOf([...loop, { from: 'a', to: 'd' }])).toEqual([['a', 'b', 'c']]);
  const wrong = { from: 'src/features/account/a.ts', to: 'src/features/admin/b.ts' };
  expect(against(AREAS, areaOf, [wrong])).toEqual(['src/features/account/a.ts -> src/features/admin/b.ts']);
  const area = (from: string, to: string) => ({ from: `src/features/${from}/a.ts`, to: `src/features/${to}/b.ts` });
  expect(arrowsOf([area('dock', 'booking'), area('booking', 'account'), area('dock', 'account')])).toEqual([
    'booking --> account',
    'dock --> booking',
  ]);
  expect(against(LAYERS, layerOf, [{ from: 'src/lib/a.ts', to: 'src/ui/b.ts' }])).toHaveLength(1);
  const leaving = [
    '../../../../src/a.ts',
    '@/a',
    '@tests/a',
    '@territorio/stripe-emulator/server',
    './b.ts',
    'postgres',
  ];
  const text = leaving.map((specifier) => `import '${specifier}';`).join('\n');
  expect(leavesPackage('local-supabase', 'packages/local-supabase/src/a.ts', text)).toEqual(leaving.slice(0, 4));
  expect(specifiersOf("import { createClient } from '@supabase/supabase-js';\n// from 'x'")).toEqual([
    '@supabase/supabase-js',
  ]);
});

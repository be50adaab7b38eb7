/** What the run provides for its commands. */
export interface Place {
  /** A separate migrated database. */
  databaseUrl: string;
  /** Separate data and ports, so that a developer's running stack isn't affected. */
  dataDir: string;
  ports: Record<string, string>;
}

export interface Command {
  /** The name, as in `npm run nightly -- NAME`, which runs the commands whose name starts with NAME. */
  name: string;
  run: readonly [program: string, ...args: string[]];
  /** The time limit in minutes. */
  minutes: number;
  env?: (place: Place) => Record<string, string>;
  /** Generated files and folders. The command fails if it changes them. */
  rewrites?: readonly string[];
  /** For a server, which is stopped once it has printed this. */
  until?: string;
}

const ownStack = ({ dataDir, ports }: Place) => ({ ...ports, TERRITORIO_DATA_DIR: dataDir, DATABASE_URL: '' });
const ownDatabase = ({ databaseUrl }: Place) => ({ DATABASE_URL: databaseUrl });

const npm = (script: string, ...args: string[]) => ['npm', 'run', '--silent', script, '--', ...args] as const;
const help = (script: string): Command => ({ name: `${script} --help`, run: npm(script, '--help'), minutes: 1 });
const bench = (part: string, minutes: number, ...more: string[]): Command => ({
  name: `bench ${part}`,
  run: npm('bench', part, '--scale=10000', ...more),
  minutes,
});
const UP = 'Territorio is running.';

/**
 * Each command of the README and CONTRIBUTING in its smallest size, in an order that works. The suites, which `npm
 * run test:all` runs, aren't included.
 */
export const COMMANDS: readonly Command[] = [
  ...['setup:hosted', 'bench', 'bench:chaos', 'test:mutation', 'seed:large', 'doctor', 'build'].map(help),
  // The files are only checked, because `npm run format` would hide its findings.
  { name: 'format', run: ['npx', 'biome', 'check', '--error-on-warnings', '.'], minutes: 5 },
  {
    name: 'messages',
    run: npm('messages'),
    minutes: 10,
    rewrites: ['src/locales', 'supabase/functions/_shared/mail/translations.ts'],
  },
  { name: 'db:baseline', run: npm('db:baseline'), minutes: 2, rewrites: ['supabase/migrations'] },
  { name: 'db:types', run: npm('db:types'), minutes: 5, rewrites: ['src/types'] },
  { name: 'docs:reference', run: npm('docs:reference'), minutes: 2, rewrites: ['docs/reference'] },
  { name: 'docs:screenshots', run: npm('docs:screenshots', '--folder=node_modules/.cache'), minutes: 10 },
  { name: 'phone:lengths', run: npm('phone:lengths'), minutes: 2, rewrites: ['src/lib/format', 'supabase/schemas'] },
  { name: 'db:advisors', run: npm('db:advisors'), minutes: 5 },
  { name: 'seed:demo', run: npm('seed:demo'), minutes: 5, env: ownDatabase },
  { name: 'doctor', run: npm('doctor'), minutes: 5, env: ownDatabase },
  {
    name: 'seed:large',
    run: npm('seed:large', '--bookings=10000', '--experiences=1000', '--users=1000'),
    minutes: 5,
    env: ownDatabase,
  },
  { name: 'build', run: npm('build'), minutes: 10 },
  { name: 'start', run: npm('start'), minutes: 10, env: ownStack, until: UP },
  { name: 'db:reset', run: npm('db:reset'), minutes: 2, env: ownStack },
  { name: 'dev', run: npm('dev'), minutes: 10, env: ownStack, until: UP },
  bench('holds', 10),
  bench('queries', 10),
  bench('tables', 15),
  bench('smooth', 25, '--rounds=1'),
  bench('weight', 15),
  {
    name: 'bench:chaos',
    run: npm('bench:chaos', '--seconds=30', '--tourists=10', '--seed=1'),
    minutes: 20,
  },
  {
    name: 'bench:chaos --release',
    run: npm('bench:chaos', '--release', '--seconds=15', '--tourists=4', '--seed=1'),
    minutes: 10,
  },
  { name: 'bench:dock', run: npm('bench:dock'), minutes: 20, env: () => ({ GUESTS: '12', DOCK_RUNS: '1' }) },
  { name: 'test:mutation rules', run: npm('test:mutation', 'rules', 'src/lib/format/money.ts'), minutes: 10 },
  {
    name: 'test:mutation handlers',
    run: npm('test:mutation', 'handlers', 'supabase/functions/open-passport/handler.ts'),
    minutes: 20,
  },
  { name: 'test:mutation sql', run: npm('test:mutation', 'sql', 'cash: whoever'), minutes: 10 },
];

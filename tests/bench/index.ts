/**
 * `npm run bench`: ratios measured side by side in one run, next to their targets. Nothing fails for being slow. A
 * full run takes about twenty minutes, and `npm run bench tables` or another part less (`-- --help`).
 */
import { type Cluster, startCluster } from './cluster.ts';
import { benchHolds } from './holds.ts';
import { FEW, type Loaded } from './manage/load.ts';
import { addWork } from './manage/rows.ts';
import { type Options, readOptions, sizesFor } from './options.ts';
import { benchQueriesOf } from './queries.ts';
import { keepFigures, type Line, printReport } from './report.ts';
import { benchSmooth } from './smooth/index.ts';
import { Stops } from './stops.ts';
import { benchTables } from './tables/index.ts';
import { benchWeight } from './weight.ts';

const SMALL = 10_000;
/** Shows the seconds since the start, so that slow steps are visible. */
const step = (text: string) =>
  console.error(
    `· ${Math.round(performance.now() / 1000)
      .toString()
      .padStart(4)} s  ${text}`,
  );

async function load(cluster: Cluster, name: string, sizes: Loaded['sizes']): Promise<Loaded> {
  return { sizes, url: await cluster.load(name, sizes) };
}

async function benchDatabase(options: Options, stops: Stops): Promise<Line[]> {
  const { parts, scale } = options;
  const cluster = await startCluster(step, stops);
  const lines: Line[] = [];
  const wants = (...names: Options['parts']) => names.some((name) => parts.includes(name));
  const small = wants('holds', 'queries') ? await load(cluster, 'small', sizesFor(SMALL)) : null;
  if (small && wants('holds')) {
    step('Measuring holds');
    lines.push(...(await benchHolds(small.url, small.sizes)));
  }
  if (!wants('queries', 'tables', 'smooth')) return lines;
  const large = await load(cluster, 'large', sizesFor(scale));
  if (small && wants('queries')) {
    step('Measuring queries');
    lines.push(...(await benchQueriesOf(small, large)));
  }
  return wants('tables', 'smooth') ? [...lines, ...(await benchScreens(cluster, large, options, stops))] : lines;
}

async function benchScreens(
  cluster: Cluster,
  large: Loaded,
  { parts, rounds }: Options,
  stops: Stops,
): Promise<Line[]> {
  step('Adding what the work screens list');
  await addWork(large.url, large.sizes);
  const lines: Line[] = [];
  if (parts.includes('tables')) {
    const few = await load(cluster, 'few', FEW);
    await addWork(few.url, few.sizes);
    lines.push(...(await benchTables(few, large, step, stops)));
  }
  if (parts.includes('smooth')) lines.push(...(await benchSmooth(large, rounds, step, stops)));
  return lines;
}

async function main(stops: Stops): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (!options) return;
  const lines: Line[] = [];
  try {
    if (options.parts.some((part) => part !== 'weight')) lines.push(...(await benchDatabase(options, stops)));
    await stops.all();
    if (options.parts.includes('weight')) lines.push(...(await benchWeight(step, stops)));
  } finally {
    await stops.all();
  }
  if (options.scale !== 1_000_000)
    console.log(`\nScale: ${options.scale.toLocaleString('en')} bookings, not 1,000,000.`);
  printReport(lines);
  keepFigures(lines);
}

/** Adds the causes, because `fetch` itself only reports that it failed. */
const messageOf = ({ message, cause }: Error): string =>
  cause instanceof Error ? `${message}: ${messageOf(cause)}` : message;

const stops = new Stops();
const work = main(stops).catch((error: unknown) => {
  console.error(error instanceof Error ? messageOf(error) : error);
  process.exitCode = 1;
});
stops.onSignals(work);

/**
 * `npm run bench`: ratios that were measured side by side in one run, beside what they should be. Nothing here fails for being
 * slow; it takes three to ten minutes, half of them for loading a million bookings.
 */
import { startCluster } from './cluster.ts';
import { benchHolds } from './holds.ts';
import { type Options, readOptions, sizesFor } from './options.ts';
import { benchQueriesOf } from './queries.ts';
import { type Line, printReport } from './report.ts';
import { Stops } from './stops.ts';
import { benchWeight } from './weight.ts';

const SMALL = 10_000;
const step = (text: string) => console.error(`· ${text}`);

async function benchDatabase({ parts, scale }: Options, stops: Stops): Promise<Line[]> {
  const cluster = await startCluster(step, stops);
  const small = { sizes: sizesFor(SMALL), url: '' };
  small.url = await cluster.load('small', small.sizes);
  const lines: Line[] = [];
  if (parts.includes('holds')) {
    step('Measuring holds');
    lines.push(...(await benchHolds(small.url, small.sizes)));
  }
  if (parts.includes('queries')) {
    const sizes = sizesFor(scale);
    const large = { sizes, url: await cluster.load('large', sizes) };
    step('Measuring queries');
    lines.push(...(await benchQueriesOf(small, large)));
  }
  return lines;
}

async function main(stops: Stops): Promise<void> {
  const options = readOptions(process.argv.slice(2));
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
}

const stops = new Stops();
const work = main(stops).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
stops.onSignals(work);

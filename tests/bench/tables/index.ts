import { chromium } from '@playwright/test';
import { findBrowser } from '../../support/browser.ts';
import type { Loaded } from '../manage/load.ts';
import { type LoadedSite, startLoadedSite } from '../manage/loaded-site.ts';
import { interleave, median, medianRatio, milliseconds } from '../measure.ts';
import { type Line, ms, ratio } from '../report.ts';
import type { Stops } from '../stops.ts';
import { type Asked, askAgain, firstOf, recordScreens } from './record.ts';
import { SCREENS, type Screen } from './screens.ts';
import { checkSearches } from './search.ts';

const ROUNDS = 21;
/** A first page takes a few milliseconds, as does other load on the machine. A sample is the median of several. */
const REQUESTS = 5;
const WARM_UP = 3;
/** Sums over a whole territory take long, and have no target. */
const ROUNDS_BESIDE = 3;
const AIM = 2;
/** The visible part of a screen. No response has more rows than a page. */
const PAGE = 100;

/**
 * Measures the first page of each table of the work screens, with many and with few rows behind it, and what each
 * screen loads.
 */
export async function benchTables(
  small: Loaded,
  large: Loaded,
  onStep: (step: string) => void,
  stops: Stops,
): Promise<Line[]> {
  const searches = await checkSearches(large);
  const few = await startLoadedSite(small.url, small.sizes, stops, onStep);
  const many = await startLoadedSite(large.url, large.sizes, stops, onStep);
  onStep('Opening the work screens');
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-quic'] });
  await stops.keep(() => browser.close());
  const [inFew, inMany] = [await recordScreens(few, browser, SCREENS), await recordScreens(many, browser, SCREENS)];
  await browser.close();
  onStep('Measuring first pages');
  const lines: Line[] = [];
  for (const screen of SCREENS) {
    const [here, there] = [inFew.get(screen) ?? [], inMany.get(screen) ?? []];
    const sides = { few, many, here: here.filter((one) => one.first), there: there.filter((one) => one.first) };
    if (screen.search) lines.push(await compare(FOUND, screen, screen.table, sides));
    else lines.push(await compare(FIRST, screen, screen.table, sides, AIM));
    if (screen.beside) lines.push(await compare(BESIDE, screen, screen.beside, { few, many, here, there }));
    lines.push(loads(screen, there));
  }
  return [...lines.sort((a, b) => SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section)), ...searches];
}

const FIRST = "A table's first page through the API: many rows against a thousand";
const LOADED = 'The most rows that one answer brings to a screen, with many rows behind it';
const FOUND = 'Searches, which find many times as much with many rows behind them';
const BESIDE = 'Beside the tables: sums and counts, over all rows';
const SECTIONS = [FIRST, LOADED, FOUND, BESIDE];

interface Sides {
  few: LoadedSite;
  many: LoadedSite;
  here: Asked[];
  there: Asked[];
}

async function compare(section: string, { name }: Screen, which: RegExp, sides: Sides, aim?: number): Promise<Line> {
  const matching = (asked: Asked[]) => asked.filter((one) => which.test(one.path));
  // A list that ends in the viewport also requests its second page, sometimes on either side. Only first pages are
  // compared.
  const of = (asked: Asked[]) => (aim === undefined ? matching(asked) : firstOf(matching(asked), pathOf));
  const [here, there] = [of(sides.here), of(sides.there)];
  const once = (site: LoadedSite, asked: Asked[]) =>
    milliseconds(async () => {
      for (const one of asked) await askAgain(site, one);
    });
  const run = (site: LoadedSite, asked: Asked[]) => async () => {
    const took: number[] = [];
    for (let n = 0; n < (aim === undefined ? 1 : REQUESTS); n += 1) took.push(await once(site, asked));
    return median(took);
  };
  const both = { large: run(sides.many, there), small: run(sides.few, here) };
  if (aim !== undefined) await interleave(WARM_UP, both);
  const took = await interleave(aim === undefined ? ROUNDS_BESIDE : ROUNDS, both);
  const figure = medianRatio(took.large, took.small);
  const rows = (asked: Asked[]) => asked.reduce((sum, one) => sum + one.rows, 0);
  const detail = `${ms(median(took.large))} for ${rows(there)} rows against ${ms(median(took.small))} for ${rows(here)}`;
  return {
    section,
    name,
    figure: ratio(figure),
    aim: aim === undefined ? '' : `≤ ${aim}`,
    ...(aim !== undefined && { measured: { value: figure, aim, better: 'less' } }),
    detail,
  };
}

const pathOf = ({ path }: Asked) => path.split('?')[0]?.replace('/rest/v1/', '') ?? '';

function loads({ name }: Screen, asked: Asked[]): Line {
  const largest = asked.reduce((a, b) => (b.rows > a.rows ? b : a));
  const path = pathOf(largest);
  return {
    section: LOADED,
    name,
    figure: String(largest.rows),
    aim: `≤ ${PAGE}`,
    measured: { value: largest.rows, aim: PAGE, better: 'less' },
    detail: `${path}; ${asked.length} requests, ${asked.reduce((sum, one) => sum + one.rows, 0)} rows`,
  };
}

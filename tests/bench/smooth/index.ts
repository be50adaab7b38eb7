import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../support/browser.ts';
import type { Loaded } from '../manage/load.ts';
import { type LoadedSite, startLoadedSite } from '../manage/loaded-site.ts';
import { median } from '../measure.ts';
import { type Line, ms } from '../report.ts';
import type { Stops } from '../stops.ts';
import { droppedShare, type Frames, framesDuring, recordFrames } from './frames.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';

/** The allowed dropped frames per hundred above the blank page: one late frame in three seconds. */
const AIM = 0.5;
/**
 * The allowed time from a tap to its result on the slow processor, in ms: the target of the page speed measurements
 * for a keystroke in a filter.
 */
const RESPONSE_AIM = 100;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const SECTION = "Frames dropped at 390 px on the processor of Lighthouse's phone, beside a blank page in the same run";

/** Scrolls and filters the work screens with many rows and on a busy day, and counts the frames that were not drawn. */
export async function benchSmooth(
  large: Loaded,
  rounds: number,
  onStep: (step: string) => void,
  stops: Stops,
  scenarios = SCENARIOS,
): Promise<Line[]> {
  const site = await startLoadedSite(large.url, large.sizes, stops, onStep);
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-quic'] });
  await stops.keep(() => browser.close());
  const taken = new Map(scenarios.map(({ name }): [string, Frames[]] => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    onStep(`Scrolling and filtering, ${round + 1} of ${rounds}`);
    for (let turn = 0; turn < scenarios.length; turn += 1) {
      const scenario = scenarios[(round + turn) % scenarios.length];
      if (scenario) taken.get(scenario.name)?.push(await play(site, browser, scenario));
    }
  }
  return scenarios
    .filter(({ worker }) => worker !== null)
    .map((scenario) => compare(scenario, taken.get(scenario.name) ?? [], taken.get(scenario.against) ?? []));
}

async function play(site: LoadedSite, browser: Browser, scenario: Scenario): Promise<Frames> {
  const page = await openPage(site, browser, scenario);
  try {
    await recordFrames(page);
    await scenario.open(page, site.app);
    const cdp = await page.context().newCDPSession(page);
    return await framesDuring(page, cdp, () => scenario.act(page, cdp));
  } catch (error) {
    throw new Error(`${scenario.name}: ${error instanceof Error ? error.message : error}`);
  } finally {
    await page.context().close();
  }
}

async function openPage(site: LoadedSite, browser: Browser, { worker }: Scenario): Promise<Page> {
  if (worker) return site.open(browser, worker, PHONE);
  return (await browser.newContext(PHONE)).newPage();
}

function compare({ name, by }: Scenario, here: readonly Frames[], blank: readonly Frames[]): Line {
  const percents = (frames: readonly Frames[]) => frames.map((one) => droppedShare(one) * 100);
  const [own, floor] = [percents(here), percents(blank)];
  // Compared within a round, because the machine's load drops frames of both alike.
  const more = median(own.map((percent, round) => percent - (floor[round] ?? Number.NaN)));
  const middle = (of: (frames: Frames) => number, frames: readonly Frames[]) => median(frames.map(of));
  const longest = `longest ${ms(middle((one) => one.longest, here))} against ${ms(middle((one) => one.longest, blank))}`;
  const tasks = `${middle((one) => one.longTasks, here)} long tasks against ${middle((one) => one.longTasks, blank)}`;
  const work = `${ms(middle((one) => one.work, here))} of processor time against ${ms(middle((one) => one.work, blank))}`;
  const rounds = own.map((percent, round) => `${percent.toFixed(1)}/${floor[round]?.toFixed(1)}`).join(' ');
  const response = middle((one) => one.response, here);
  const answered = `tap or key to paint ${ms(response)} against ${ms(middle((one) => one.response, blank))}`;
  const detail = `${median(own).toFixed(1)} % against ${median(floor).toFixed(1)} %; ${longest}, ${tasks}; ${answered}; ${work}; rounds ${rounds}`;
  const dropped = `${more < 0 ? '' : '+'}${more.toFixed(1)} %`;
  if (by === 'response') {
    const figure = `${ms(response)}, ${dropped}`;
    return {
      section: SECTION,
      name,
      figure,
      aim: `≤ ${ms(RESPONSE_AIM)} to paint`,
      measured: { value: response, aim: RESPONSE_AIM, better: 'less' },
      detail,
    };
  }
  const measured = { value: more, aim: AIM, better: 'less' } as const;
  return { section: SECTION, name, figure: dropped, aim: `≤ +${AIM} %`, measured, detail };
}

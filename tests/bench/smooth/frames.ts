import type { CDPSession, Page } from '@playwright/test';

/** The frames drawn during an interaction. */
export interface Frames {
  drawn: number;
  dropped: number;
  /** The longest time between two frames, in ms. */
  longest: number;
  /** The number of tasks that kept the page busy for 50 ms and more. */
  longTasks: number;
  /** The longest time from a tap or a key to the frame with its result, in ms. Browsers report it in steps of 8. */
  response: number;
  /** The processor time of the page's thread, in ms. Unlike frames, it hardly depends on the machine's load. */
  work: number;
}

interface Recorder {
  start: () => void;
  stop: () => { at: number[]; longTasks: number; response: number };
}
declare global {
  interface Window {
    frameRecorder?: Recorder;
  }
}

/** The processor of Lighthouse's phone is four times slower than this one. */
const SLOWDOWN = 4;
const FRAME = 1000 / 60;

/** Text, because the page doesn't have the compiler's helper functions. */
const RECORDER = `{
  let at = [], longTasks = 0, response = 0, running = false;
  const tick = (time) => {
    if (!running) return;
    at.push(time);
    requestAnimationFrame(tick);
  };
  new PerformanceObserver((list) => { if (running) longTasks += list.getEntries().length; }).observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    if (running) for (const { interactionId, duration } of list.getEntries()) if (interactionId) response = Math.max(response, duration);
  }).observe({ type: 'event', durationThreshold: 16 });
  window.frameRecorder = {
    start() { at = []; longTasks = 0; response = 0; running = true; requestAnimationFrame(tick); },
    stop() { running = false; return { at, longTasks, response }; },
  };
}`;

/** Records when the frames of a page were drawn. Installed before the page is opened. */
export const recordFrames = (page: Page): Promise<unknown> => page.addInitScript(RECORDER);

/** Returns the frames of a page on the slow processor while `act` runs. */
export async function framesDuring(page: Page, cdp: CDPSession, act: () => Promise<void>): Promise<Frames> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  try {
    await page.waitForTimeout(300);
    const before = await processorTime(cdp);
    await page.evaluate(() => window.frameRecorder?.start());
    await act();
    const recorded = await page.evaluate(() => window.frameRecorder?.stop());
    if (!recorded || recorded.at.length < 2) throw new Error('The page drew nothing.');
    const { at, longTasks, response } = recorded;
    return { ...toFrames(at), longTasks, response, work: (await processorTime(cdp)) - before };
  } finally {
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
}

async function processorTime(cdp: CDPSession): Promise<number> {
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

function toFrames(at: readonly number[]): Pick<Frames, 'drawn' | 'dropped' | 'longest'> {
  const gaps = at.slice(1).map((time, index) => time - (at[index] ?? time));
  const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME) - 1), 0);
  return { drawn: gaps.length, dropped, longest: Math.max(...gaps) };
}

/** Returns the share of due frames that were not drawn. */
export const droppedShare = ({ drawn, dropped }: Frames): number => dropped / (drawn + dropped);

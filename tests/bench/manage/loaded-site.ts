import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { freePorts } from '@territorio/local-server/ports';
import { buildApp } from '../../../supabase/local/app/build.ts';
import { startAppServer } from '../../../supabase/local/app/server.ts';
import { PORT_VARIABLES, readConfig } from '../../../supabase/local/config.ts';
import { startStack } from '../../../supabase/local/stack.ts';
import type { LargeSizes } from '../../../supabase/seed/large.ts';
import { temporaryFolder } from '../folder.ts';
import type { Stops } from '../stops.ts';
import { emailOf, type Worker } from './people.ts';
import { SESSION_KEY, signIn } from './sign-in.ts';

/** A loaded database with its API and the app. */
export interface LoadedSite {
  api: string;
  app: string;
  sizes: LargeSizes;
  /** Opens a page of a signed-in user. */
  open(browser: Browser, worker: Worker, options?: BrowserContextOptions): Promise<Page>;
}

export async function startLoadedSite(
  databaseUrl: string,
  sizes: LargeSizes,
  stops: Stops,
  onStep: (step: string) => void,
): Promise<LoadedSite> {
  const variables = Object.values(PORT_VARIABLES);
  const ports = await freePorts(variables.length);
  const env = Object.fromEntries(variables.map((name, index) => [name, String(ports[index])]));
  const dataDir = await temporaryFolder(stops);
  const config = readConfig({ ...env, TERRITORIO_DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  // Everyone comes from one network.
  process.env.AUTH_REQUESTS_PER_NETWORK = '10000';
  const stack = await startStack(config, { timer: false });
  await stops.keep(stack.stop);
  const dist = await buildApp(config, onStep);
  const headers = { https: false };
  const app = await startAppServer({ port: config.ports.app, dist, apiPort: config.ports.api, headers });
  await stops.keep(app.stop);
  const open: LoadedSite['open'] = async (browser, worker, options = {}) => {
    const session = await signIn(stack.url, config.keys.publishable, emailOf(sizes, worker));
    const localStorage = [{ name: SESSION_KEY, value: session }];
    const storageState = { cookies: [], origins: [{ origin: app.url, localStorage }] };
    const context = await browser.newContext({ locale: 'en-US', ...options, storageState });
    return context.newPage();
  };
  return { api: stack.url, app: app.url, sizes, open };
}

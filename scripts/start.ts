import { ensureBuilt } from '../supabase/local/app/build.ts';
import { startAppServer } from '../supabase/local/app/server.ts';
import { startStack } from '../supabase/local/stack.ts';
import { banner, endProgress, progress, runUntilStopped } from './run.ts';

await runUntilStopped(async (config, keep) => {
  const { ports, urls, site } = config;
  keep(await startStack(config, { app: true, seed: true, onStep: progress }));
  const dist = await ensureBuilt(config, progress);
  const { partnerFormUrl, partnerFormScriptUrl } = site;
  const headers = { stripeEmulatorUrl: urls.stripe, partnerFormUrl, partnerFormScriptUrl, https: false };
  const app = await startAppServer({ port: ports.app, dist, apiPort: ports.api, headers });
  keep(app);
  endProgress();
  console.info(banner(config, app.url));
});

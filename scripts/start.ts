import { buildApp, writePublicPages } from '../supabase/local/app/build.ts';
import { createPageDrawer } from '../supabase/local/app/page-drawer.ts';
import { startAppServer } from '../supabase/local/app/server.ts';
import { startStack } from '../supabase/local/stack.ts';
import { answerHelp } from './help.ts';
import { banner, endProgress, progress, runUntilStopped } from './run.ts';

answerHelp('npm start: the backend with demo data and the production build. .env.example has its settings.');
await runUntilStopped(async (config, keep, signal) => {
  const { ports, site, hosts } = config;
  let building: Promise<string> | undefined;
  const build = () => {
    building ??= buildApp(config);
    return building;
  };
  const onReserved = () => void build().catch(() => undefined);
  keep(await startStack(config, { app: true, seed: true, onStep: progress, onReserved, signal }));
  progress('Building the app');
  const dist = await build();
  signal.throwIfAborted();
  const { partnerFormUrl, partnerFormScriptUrl } = site;
  const headers = { partnerFormUrl, partnerFormScriptUrl, https: false };
  const drawer = createPageDrawer(config);
  keep(drawer);
  const app = await startAppServer({
    port: ports.app,
    dist,
    apiPort: ports.api,
    stripePort: ports.stripe,
    headers,
    hosts,
    drawPage: drawer.draw,
  });
  keep(app);
  endProgress();
  console.info(banner(config, app.url));
  if (process.env.PUBLIC_PAGES === 'off') return;
  // The app works without them, so rendering pages for crawlers doesn't delay the start.
  progress('Writing the public pages');
  await writePublicPages(config).then(
    () => app.readAgain(),
    (error: unknown) => console.warn(error),
  );
  endProgress();
});

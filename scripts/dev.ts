import { createServer, type Plugin } from 'vite';
import { buildEnv } from '../supabase/local/app/build.ts';
import { STRIPE_PATH } from '../supabase/local/app/server.ts';
import { startStack } from '../supabase/local/stack.ts';
import { developmentWorker } from './build/service-worker/write.ts';
import { answerHelp } from './help.ts';
import { banner, endProgress, progress, runUntilStopped } from './run.ts';

/** The build puts the service worker beside the app. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  configureServer: ({ middlewares }) => {
    middlewares.use('/sw.js', (_, response) => {
      response.setHeader('content-type', 'text/javascript');
      response.end(developmentWorker());
    });
  },
};

answerHelp(
  'npm run dev: the backend with demo data and the app, reloaded at each save. .env.example has its settings.',
);
await runUntilStopped(async (config, keep, signal) => {
  const { ports, urls, host, hosts } = config;
  keep(await startStack(config, { app: true, seed: true, watch: true, onStep: progress, signal }));
  Object.assign(process.env, buildEnv(config));
  const toApi = { target: urls.api, changeOrigin: false };
  const proxy = {
    ...Object.fromEntries(['/rest/v1', '/auth/v1', '/storage/v1', '/functions/v1'].map((path) => [path, toApi])),
    '/realtime/v1': { ...toApi, ws: true },
    [STRIPE_PATH]: { target: urls.stripe, rewrite: (path: string) => path.slice(STRIPE_PATH.length) },
  };
  const server = { host, port: ports.app, strictPort: true, proxy, allowedHosts: hosts };
  const vite = await createServer({ plugins: [serviceWorker], server, clearScreen: false });
  await vite.listen();
  keep({ stop: () => vite.close() });
  endProgress();
  console.info(banner(config, urls.app));
});

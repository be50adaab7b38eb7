import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadEnv } from 'vite';
import { buildApp } from '../supabase/local/app/build.ts';
import { readConfig } from '../supabase/local/config.ts';
import { buildSite } from './build/bundle.ts';
import { headerOptions, securityHeaders } from './build/headers.ts';
import { readSite } from './build/hosting/site.ts';
import { HOSTS, writeHost } from './build/hosting/write.ts';
import { prerenderSite } from './build/prerender.ts';

/**
 * `npm run build -- --host=netlify` builds the app for a static host, with this host's files (docs/decisions/0008).
 * Public pages are rendered from the project's public API. If that doesn't respond, the app works without them, and
 * the build reports it.
 */
const { host, help } = parseArgs({
  options: { host: { type: 'string', default: 'netlify' }, help: { type: 'boolean', short: 'h' } },
}).values;
if (help) {
  console.info(
    `npm run build -- [--host=netlify]: the app for a static host in dist/ (${HOSTS.join(', ')}), or\nwith --host=local the one that the local stack serves.`,
  );
  process.exit(0);
}
const root = fileURLToPath(new URL('..', import.meta.url));
const dist = fileURLToPath(new URL('../dist', import.meta.url));
const renderer = fileURLToPath(new URL('../node_modules/.cache/territorio/renderer', import.meta.url));

// The cached build for `npm start` and the journeys.
if (host === 'local') {
  await buildApp(readConfig());
  process.exit(0);
}

await buildSite({ root, dist, renderer });

const env = loadEnv('production', root, '');
const { VITE_SUPABASE_URL: projectUrl, VITE_SITE_URL: site = '', PRERENDER_API_URL: apiUrl } = env;
const siteUrl = site.replace(/\/$/, '');
if (!siteUrl)
  console.warn('VITE_SITE_URL is not set: no sitemap, and addresses in the pages that do not name the site.');
if (projectUrl || apiUrl) {
  try {
    const pages = await prerenderSite({ dist, renderer, apiUrl: apiUrl ?? '', siteUrl });
    console.info(`dist/ is ready, with ${pages} public pages.`);
  } catch (error) {
    console.warn(
      '\nThe API did not answer, so no public page was rendered: crawlers see an empty page until the next build.',
    );
    console.warn(error instanceof Error ? error.message : error);
  }
} else {
  console.warn(
    '\nNo VITE_SUPABASE_URL and no PRERENDER_API_URL: no public page was rendered; crawlers see an empty page.',
  );
}
// With the project's address in the build, the browser calls it directly. Without it, the host forwards the API.
const proxied = projectUrl ? null : apiUrl?.replace(/\/$/, '') || null;
writeHost(host, readSite(dist, securityHeaders(headerOptions(env)), proxied), root);

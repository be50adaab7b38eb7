import { escapeHtml } from './page-html.ts';

export interface SitemapEntry {
  path: string;
  changed: string | null;
}

export function sitemapXml(entries: readonly SitemapEntry[], at: (path: string) => string): string {
  const urls = entries.map(({ path, changed }) => {
    const lastmod = changed ? `<lastmod>${new Date(changed).toISOString()}</lastmod>` : '';
    return `  <url><loc>${escapeHtml(at(path))}</loc>${lastmod}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}

/** Crawlers stay out of what is private, and of what lies below it. */
export function robotsTxt(privateRoutes: readonly string[], sitemap: string | null): string {
  const forbidden = privateRoutes.map((route) => `Disallow: ${route.replace(/:\w+/g, '*').replace(/\/\*$/, '/')}`);
  return `${['User-agent: *', ...[...new Set(forbidden)].sort(), ...(sitemap ? ['', `Sitemap: ${sitemap}`] : [])].join('\n')}\n`;
}

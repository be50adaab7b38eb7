import { LANGUAGES, withPrefix } from '../../src/lib/i18n/languages.ts';
import { inEveryLanguage } from './files.ts';
import { alternatesOf, escapeHtml } from './page-html.ts';

export interface SitemapEntry {
  path: string;
  changed: string | null;
}

export function sitemapXml(entries: readonly SitemapEntry[], at: (path: string) => string): string {
  const urls = entries.flatMap(({ path, changed }) => {
    const lastmod = changed ? `<lastmod>${new Date(changed).toISOString()}</lastmod>` : '';
    const others = alternatesOf(path, at)
      .map(({ hreflang, href }) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(href)}"/>`)
      .join('');
    return LANGUAGES.map(
      (language) => `  <url><loc>${escapeHtml(at(withPrefix(path, language)))}</loc>${lastmod}${others}</url>`,
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`;
}

/** Crawlers are excluded from private paths and everything below them. */
export function robotsTxt(privateRoutes: readonly string[], sitemap: string | null): string {
  const forbidden = inEveryLanguage(privateRoutes).map(
    (route) => `Disallow: ${route.replace(/:\w+/g, '*').replace(/\/\*$/, '/')}`,
  );
  return `${['User-agent: *', ...[...new Set(forbidden)].sort(), ...(sitemap ? ['', `Sitemap: ${sitemap}`] : [])].join('\n')}\n`;
}

import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { currentLanguage } from '@/lib/i18n/i18n';
import { withPrefix } from '@/lib/i18n/languages';

const SITE = 'Territorio';
/** As in index.html: what stands for a page that says nothing of itself. */
const about = () =>
  t`Book local guides, boats and shuttles in every region of Guatemala. Pay by card, then show your QR ticket.`;

export interface PageHead {
  /** Nothing while the name is not known yet. */
  title: string | null | undefined;
  /** One or two sentences for search results and shared links. */
  description?: string | null | undefined;
  /** The one path under which the page is to be found; none for what is nobody's search result. */
  canonical?: string | null | undefined;
}

/** Where a page that is rendered at build leaves its head; nothing in the browser. */
export const headSink: { take: ((head: PageHead) => void) | null } = { take: null };

const MAX_EXCERPT = 160;

/** The beginning of a text as one line, cut at a word. */
export function excerpt(text: string | null | undefined): string {
  const line = (text ?? '').replace(/\s+/g, ' ').trim();
  if (line.length <= MAX_EXCERPT) return line;
  return `${line.slice(0, MAX_EXCERPT).replace(/\s\S*$/, '')}…`;
}

export const fullTitle = (title: string): string => `${title} · ${SITE}`;

/** The element of that kind in the head, made if it is not there. */
function element<K extends 'meta' | 'link'>(
  tag: K,
  attribute: 'name' | 'rel',
  value: string,
): HTMLElementTagNameMap[K] {
  const found = document.head.querySelector<HTMLElementTagNameMap[K]>(`${tag}[${attribute}="${value}"]`);
  if (found) return found;
  const made = document.createElement(tag);
  made.setAttribute(attribute, value);
  document.head.append(made);
  return made;
}

const OF_ONE_PAGE =
  'link[rel="canonical"], meta[property^="og:"], meta[name^="twitter:"], script[type="application/ld+json"]';

/** What was written about one page says nothing about the next one. */
function forgetPage() {
  for (const old of document.querySelectorAll(OF_ONE_PAGE)) old.remove();
  element('meta', 'name', 'description').content = about();
}

/** What a public page says of itself, in the tab, to search engines and where its address is shared. */
export function usePageHead({ title, description, canonical }: PageHead): void {
  headSink.take?.({ title, description, canonical });

  useEffect(() => {
    if (title) document.title = fullTitle(title);
  }, [title]);

  useEffect(() => {
    if (canonical && description) element('meta', 'name', 'description').content = description;
  }, [canonical, description]);

  useEffect(() => {
    if (!canonical) return;
    const link = element('link', 'rel', 'canonical');
    const path = withPrefix(canonical, currentLanguage());
    // What the build wrote of this very page stays: it knows the site's address, which may not be where one reads it.
    if (!link.href || new URL(link.href).pathname !== path) link.href = location.origin + path;
    return forgetPage;
  }, [canonical]);
}

/** For what only its owner may see, and for what is not there: no search engine keeps it. */
export function useNoIndex(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const robots = element('meta', 'name', 'robots');
    robots.content = 'noindex';
    return () => robots.remove();
  }, [active]);
}

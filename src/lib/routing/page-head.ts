import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { currentLanguage } from '@/lib/i18n/i18n';
import { withPrefix } from '@/lib/i18n/languages';

const SITE = 'Territorio';
/** The description in index.html, for pages that set none. */
const about = () =>
  t`Book local guides, boats and shuttles in every region of Guatemala. Pay by card, then show your QR ticket.`;

export interface PageHead {
  /** Undefined while the name is loading. */
  title: string | null | undefined;
  /** One or two sentences for search results and shared links. */
  description?: string | null | undefined;
  /** The canonical path. Null for pages that shouldn't appear in search results. */
  canonical?: string | null | undefined;
}

/** Where a page rendered at build puts its head. It isn't used in the browser. */
export const headSink: { take: ((head: PageHead) => void) | null } = { take: null };

const MAX_EXCERPT = 160;

/** Returns the start of a text as one line, cut at a word. */
export function excerpt(text: string | null | undefined): string {
  const line = (text ?? '').replace(/\s+/g, ' ').trim();
  if (line.length <= MAX_EXCERPT) return line;
  return `${line.slice(0, MAX_EXCERPT).replace(/\s\S*$/, '')}…`;
}

export const fullTitle = (title: string): string => `${title} · ${SITE}`;

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

/** Removes the tags of the previous page. */
function forgetPage() {
  for (const old of document.querySelectorAll(OF_ONE_PAGE)) old.remove();
  element('meta', 'name', 'description').content = about();
}

/** Sets the title, description and social tags of a public page. */
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
    // The tags that the build wrote for this page stay, because it knows the site's public address.
    if (!link.href || new URL(link.href).pathname !== path) link.href = location.origin + path;
    return forgetPage;
  }, [canonical]);
}

/** Keeps search engines from indexing private pages and missing ones. */
export function useNoIndex(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const robots = element('meta', 'name', 'robots');
    robots.content = 'noindex';
    return () => robots.remove();
  }, [active]);
}

import { LANGUAGES, type Language, SOURCE, withPrefix } from '../../src/lib/i18n/languages.ts';
import { PAGE_FILES_ID } from '../../src/lib/routing/page-files.ts';
import type { Snapshot } from '../../src/lib/routing/snapshot.ts';
import type { RenderedPage } from '../../src/prerender/types.ts';
import { BOOKING_FORM, catalogueOf, moduleOf } from './files.ts';

/** The parts of the build that a page contains. */
export interface Shell {
  /** The built page without content. */
  html: string;
  /** Returns the chunks of these modules and of the app. */
  chunksOf: (modules: readonly string[]) => string[];
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Returns JSON that can't end its script element, whatever people have written. */
export const jsonForScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;

/** Returns links to the page in every language, and the default. */
export const alternatesOf = (path: string, at: (path: string) => string): { hreflang: string; href: string }[] => [
  ...LANGUAGES.map((language) => ({ hreflang: language.code, href: at(withPrefix(path, language)) })),
  { hreflang: 'x-default', href: at(path) },
];

/** Returns the tags for shared links and search engines. */
function headTags(page: RenderedPage, language: Language, at: (path: string) => string): string[] {
  const { canonical, cover, title, description, structured } = page;
  if (!canonical) return [];
  const image = cover?.picture.src && !cover.picture.src.endsWith('.svg') ? cover.picture : null;
  return [
    `<link rel="canonical" href="${escapeHtml(at(withPrefix(canonical, language)))}" />`,
    ...alternatesOf(canonical, at).map(
      ({ hreflang, href }) => `<link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(href)}" />`,
    ),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Territorio'),
    meta('property', 'og:locale', language.locale.replace('-', '_')),
    ...LANGUAGES.filter((one) => one !== language).map(({ locale }) =>
      meta('property', 'og:locale:alternate', locale.replace('-', '_')),
    ),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', at(withPrefix(canonical, language))),
    meta('property', 'og:image', at(image?.src ?? '/og.jpg')),
    meta('property', 'og:image:width', String(image?.width ?? 1200)),
    meta('property', 'og:image:height', String(image?.height ?? 630)),
    meta('property', 'og:image:alt', image ? image.alt || title : page.shareAlt),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...structured.map((data) => `<script type="application/ld+json">${jsonForScript(data)}</script>`),
  ];
}

/** Preloads the picture above the fold. */
function coverPreload({ cover }: RenderedPage): string[] {
  const srcSet = cover?.picture.srcSet;
  if (!cover || !srcSet) return [];
  const [type, files] = srcSet.avif ? ['avif', srcSet.avif] : ['webp', srcSet.webp];
  return [
    `<link rel="preload" as="image" type="image/${type}" imagesrcset="${escapeHtml(files)}" imagesizes="${escapeHtml(cover.sizes)}" fetchpriority="high" />`,
  ];
}

const START = /<html lang="en">/;
const TITLE = /<title>.*?<\/title>/s;
const DESCRIPTION = /<meta name="description"[^>]*>/;
/** Matches the script and its imports. */
const STARTER = /<script type="module"|<link rel="modulepreload"/g;
/** Doesn't wait for the styles before it asks for the code of the booking form (src/main.ts). */
const ENTRY = /<script type="module"/;
/** The app loads later on these pages (src/main.ts), but the code that starts it loads at once. */
const PRELOADS = /\s*<link rel="modulepreload"[^>]* data-app>/g;
const MANIFEST = /\/manifest\.webmanifest/;
/** The preview of pages that the build doesn't write, in the shell. */
const GENERAL_CARD = /\n\s*<meta (?:property="og:|name="twitter:)[^>]*>/g;
const WITHOUT_SCRIPT = /\n\s*<noscript>.*?<\/noscript>/s;
const PAGE_FILES = new RegExp(`\\s*<script type="application/json" id="${PAGE_FILES_ID}">.*?</script>`, 's');
const ROOT = '<div id="root"></div>';

/** Returns a page's complete HTML, which can be read and navigated without scripts. */
export function pageHtml(
  shell: Shell,
  page: RenderedPage,
  address: { path: string; language: Language; at: (path: string) => string },
): string {
  const { language } = address;
  const path = withPrefix(address.path, language);
  const modules = [moduleOf(page), ...(language === SOURCE ? [] : [catalogueOf(language)])];
  const files = shell.chunksOf(modules);
  const hasForm = page.page === 'experience' || page.page === 'transport';
  const formFiles = hasForm ? shell.chunksOf(BOOKING_FORM).filter((file) => !files.includes(file)) : [];
  const snapshot: Snapshot = { path, builtAt: page.builtAt, queries: page.queries, files, formFiles };
  // React preloads the pictures that it found first, before the app itself.
  const [pictures = ''] = /^(?:<link rel="preload"[^>]*>)*/.exec(page.html) ?? [];
  const head = [pictures, ...coverPreload(page), ...headTags(page, language, address.at)].join('\n    ');
  return shell.html
    .replace(START, () => `<html lang="${language.code}" data-page="${escapeHtml(path)}">`)
    .replace(PRELOADS, '')
    .replace(PAGE_FILES, '')
    .replaceAll(STARTER, (start) => `${start} fetchpriority="low"`)
    .replace(ENTRY, (start) => `${start} async`)
    .replace(TITLE, () => `<title>${escapeHtml(page.title)}</title>`)
    .replace(DESCRIPTION, () => meta('name', 'description', page.description))
    .replaceAll(GENERAL_CARD, '')
    .replace(WITHOUT_SCRIPT, '')
    .replace(MANIFEST, language === SOURCE ? '/manifest.webmanifest' : `/manifest.${language.code}.webmanifest`)
    .replace('</head>', () => `${head}\n  </head>`)
    .replace(
      ROOT,
      () =>
        `<div id="root">${page.html.slice(pictures.length)}</div>\n    <script type="application/json" id="snapshot">${jsonForScript(snapshot)}</script>`,
    );
}

/** The interface between prerendering and the build script (scripts/build). No imports: both sides read it. */

/** Structured data in schema.org's vocabulary. */
export type Structured = Record<string, unknown>;

/** Makes a path of ours, or of the API's pictures, absolute. */
export type Absolute = (path: string) => string;

/** The picture above the fold, also for shared links. */
export interface Cover {
  picture: {
    src: string;
    srcSet: { avif: string | null; webp: string } | null;
    width: number;
    height: number;
    alt: string;
  };
  /** As its `sizes` attribute says. */
  sizes: string;
}

export interface Known {
  cover: Cover | null;
  /** Gets the page's own description. */
  structured: (description: string, at: Absolute) => Structured[];
}

export interface PublicPage {
  path: string;
  /** Other addresses of the same page; `path` is the canonical one. */
  also: string[];
  /** When its content last changed, if known. */
  changed: string | null;
  /** Further details, once its queries are answered. Null: its content is gone. */
  know: () => Known | null | undefined;
}

export interface RenderedPage {
  /** Its file: src/pages/{page}.tsx. */
  page: string;
  /** The HTML inside #root. */
  html: string;
  title: string;
  description: string;
  /** A path; null for pages that shouldn't be search results. */
  canonical: string | null;
  cover: Cover | null;
  structured: Structured[];
  /** The alt text of the site's default picture. */
  shareAlt: string;
  /** The answers it was rendered from, by query key. */
  queries: (readonly [readonly unknown[], unknown])[];
  /** When they were requested, in ms. */
  builtAt: number;
}

export interface Renderer {
  listPages: () => Promise<PublicPage[]>;
  renderPage: (page: PublicPage, at: Absolute, language: string) => Promise<RenderedPage | null>;
}

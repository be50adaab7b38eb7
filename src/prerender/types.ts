/** What the rendering at build hands to the script that writes the files (scripts/build). No imports: both sides read it. */

/** What search engines read of a page, in the words of schema.org. */
export type Structured = Record<string, unknown>;

/** Makes a path of ours, or of the API's pictures, an address that works elsewhere. */
export type Absolute = (path: string) => string;

/** The picture above the fold, and for shared links. */
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
  /** Is given the page's own description. */
  structured: (description: string, at: Absolute) => Structured[];
}

export interface PublicPage {
  path: string;
  /** Other addresses that show the same; `path` is the one to be found under. */
  also: string[];
  /** When what it shows last changed, if that is known. */
  changed: string | null;
  /** What more is to be said of it, once its queries are answered. Null: what it shows has gone meanwhile. */
  know: () => Known | null | undefined;
}

export interface RenderedPage {
  /** Its file: src/pages/{page}.tsx. */
  page: string;
  /** What goes into #root. */
  html: string;
  title: string;
  description: string;
  /** A path; null for a page that is nobody's search result. */
  canonical: string | null;
  cover: Cover | null;
  structured: Structured[];
  /** What the site's own picture shows, which stands for a page without one. */
  shareAlt: string;
  /** The answers that it was drawn from, by query key. */
  queries: (readonly [readonly unknown[], unknown])[];
  /** When they were asked for, in ms. */
  builtAt: number;
}

export interface Renderer {
  listPages: () => Promise<PublicPage[]>;
  renderPage: (page: PublicPage, at: Absolute, language: string) => Promise<RenderedPage | null>;
}

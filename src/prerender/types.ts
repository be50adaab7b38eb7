/**
 * The interface between prerendering and the build script (scripts/build). It imports nothing, so that both can read
 * it.
 */

/** Structured data in schema.org's vocabulary. */
export type Structured = Record<string, unknown>;

/** Returns the absolute address of one of our paths, or of a picture of the API. */
export type Absolute = (path: string) => string;

/** The picture at the top of a page, which link previews also show. */
export interface Cover {
  picture: {
    src: string;
    srcSet: { avif: string | null; webp: string } | null;
    width: number;
    height: number;
    alt: string;
  };
  /** The value of the picture's `sizes` attribute. */
  sizes: string;
}

export interface Known {
  cover: Cover | null;
  /** Returns the structured data, given the page's description and the way to make addresses absolute. */
  structured: (description: string, at: Absolute) => Structured[];
}

export interface PublicPage {
  path: string;
  /** Other addresses of the same page. `path` is the canonical one. */
  also: string[];
  /** The date on which the content last changed, or null if unknown. */
  changed: string | null;
  /** Returns more details once the page's requests are answered, or null if its content no longer exists. */
  know: () => Known | null | undefined;
}

export interface RenderedPage {
  /** The name of the page's file in src/pages, without `.tsx`. */
  page: string;
  /** The HTML inside #root. */
  html: string;
  title: string;
  description: string;
  /** The canonical path, or null if search engines must not index the page. */
  canonical: string | null;
  cover: Cover | null;
  structured: Structured[];
  /** The alt text of the site's default picture. */
  shareAlt: string;
  /** The responses from which the page was rendered, by query key. */
  queries: (readonly [readonly unknown[], unknown])[];
  /** The time at which the responses were requested, in milliseconds. */
  builtAt: number;
}

export interface Renderer {
  listPages: () => Promise<PublicPage[]>;
  renderPage: (page: PublicPage, at: Absolute, language: string) => Promise<RenderedPage | null>;
}

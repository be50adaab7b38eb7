/**
 * The interface between prerendering and the build script (scripts/build). It imports nothing, because both sides
 * read it.
 */

/** Structured data in schema.org's vocabulary. */
export type Structured = Record<string, unknown>;

/** Makes a path of ours, or of the API's pictures, absolute. */
export type Absolute = (path: string) => string;

/** The picture above the fold, which shared links also show. */
export interface Cover {
  picture: {
    src: string;
    srcSet: { avif: string | null; webp: string } | null;
    width: number;
    height: number;
    alt: string;
  };
  /** The value of its `sizes` attribute. */
  sizes: string;
}

export interface Known {
  cover: Cover | null;
  /** Returns the structured data. It gets the page's own description. */
  structured: (description: string, at: Absolute) => Structured[];
}

export interface PublicPage {
  path: string;
  /** Other addresses of the same page. `path` is the canonical one. */
  also: string[];
  /** When its content last changed, if known. */
  changed: string | null;
  /** Returns further details once its queries are answered, or null if its content no longer exists. */
  know: () => Known | null | undefined;
}

export interface RenderedPage {
  /** The name of its file, src/pages/{page}.tsx. */
  page: string;
  /** The HTML inside #root. */
  html: string;
  title: string;
  description: string;
  /** A path, or null for pages that shouldn't appear in search results. */
  canonical: string | null;
  cover: Cover | null;
  structured: Structured[];
  /** The alt text of the site's default picture. */
  shareAlt: string;
  /** The responses from which it was rendered, by query key. */
  queries: (readonly [readonly unknown[], unknown])[];
  /** When the responses were requested, in milliseconds. */
  builtAt: number;
}

export interface Renderer {
  listPages: () => Promise<PublicPage[]>;
  renderPage: (page: PublicPage, at: Absolute, language: string) => Promise<RenderedPage | null>;
}

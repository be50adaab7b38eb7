import {
  countServiceFilters,
  fitServiceFilters,
  readNames,
  readText,
  type ServiceFilters,
  serviceFilters,
} from '@/features/catalogue/service/filters';
import { plainText } from '@/lib/format/plain-text';
import { inPriceRange } from '@/lib/format/price-range';
import { compareText } from '@/lib/i18n/intl';
import type { Untranslated } from '@/lib/i18n/listing-texts';

interface OwnFilters {
  q: string;
  tags: string[];
}

/** What a visitor chose. */
export type Filters = OwnFilters & ServiceFilters;

export const filterCodec = serviceFilters<OwnFilters>({
  none: { q: '', tags: [] },
  parse: (params) => ({ q: readText(params, 'q'), tags: readNames(params, 'tag') }),
  print: ({ q, tags }) => ({ q: q.trim(), tag: tags }),
});

/** The slider's right end while nothing is known of the prices yet. */
export const DEFAULT_MAX_PRICE = 1000;

/** How many kinds of filter are on; the text is seen beside its box and is not counted. */
export function countFilters(filters: Filters): number {
  return filters.tags.length + countServiceFilters(filters);
}

export function isFiltered(filters: Filters): boolean {
  return filters.q.trim() !== '' || countFilters(filters) > 0;
}

interface Tag {
  /** What it is called in an address. */
  key: string;
  /** In the language of the page, where it is translated. */
  name: string;
  /** In every language. */
  names: readonly string[];
  untranslated?: Untranslated<'name'>;
}

export interface Filterable {
  title: string;
  description: string;
  duration: number;
  shared_price: number | null;
  private_price: number | null;
  tags: readonly Tag[];
}

/** A tag to choose. `lang`: its language, where it is not that of the page. */
interface TagFacet {
  key: string;
  name: string;
  names: readonly string[];
  lang: string | undefined;
}

/** What there is to choose from in a territory: its tags by name, and the slider's right end. */
export interface Facets {
  tags: TagFacet[];
  maxPrice: number;
}

export function facetsOf(all: readonly Filterable[] | undefined): Facets {
  if (!all) return { tags: [], maxPrice: DEFAULT_MAX_PRICE };
  const tags = all.flatMap((experience) => experience.tags);
  const byKey = new Map(tags.map(({ untranslated, ...tag }) => [tag.key, { ...tag, lang: untranslated?.name }]));
  const highest = Math.max(0, ...all.map((experience) => experience.shared_price ?? 0));
  return {
    tags: [...byKey.values()]
      .map(({ key, name, names, lang }) => ({ key, name, names, lang }))
      .sort((a, b) => compareText(a.name, b.name)),
    maxPrice: highest > 0 ? Math.ceil(highest) : DEFAULT_MAX_PRICE,
  };
}

/**
 * A shared or old link may name a tag or a price that the territory no longer has: it then filters nothing. A tag may be named in any of its
 * languages.
 */
export function fitFilters(filters: Filters, facets: Facets): Filters {
  const fitting = fitServiceFilters(filters, facets.maxPrice);
  const keyOf = (text: string) =>
    (facets.tags.find(({ key }) => key === text) ?? facets.tags.find(({ names }) => names.includes(text)))?.key;
  return { ...fitting, tags: [...new Set(filters.tags.flatMap((tag) => keyOf(tag) ?? []))] };
}

/** The experiences that pass, in the order in which they came: featured first stays first. */
export function filterExperiences<T extends Filterable>(all: readonly T[], filters: Filters): T[] {
  const wanted = plainText(filters.q.trim());
  return all.filter((experience) => {
    // A private-only one has no price per person; its own price is the one that is on its card.
    const cost = experience.shared_price ?? experience.private_price ?? 0;
    return (
      plainText(`${experience.title}\n${experience.description}`).includes(wanted) &&
      filters.tags.every((tag) => experience.tags.some(({ key }) => key === tag)) &&
      inPriceRange(cost, filters) &&
      (!filters.available || experience.duration > 0)
    );
  });
}

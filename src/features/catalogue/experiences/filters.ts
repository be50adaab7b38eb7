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

/** What a visitor has chosen. */
export type Filters = OwnFilters & ServiceFilters;

export const filterCodec = serviceFilters<OwnFilters>({
  none: { q: '', tags: [] },
  parse: (params) => ({ q: readText(params, 'q'), tags: readNames(params, 'tag') }),
  print: ({ q, tags }) => ({ q: q.trim(), tag: tags }),
});

/** The right end of the slider while prices aren't known. */
export const DEFAULT_MAX_PRICE = 1000;

export function countFilters(filters: Filters): number {
  return filters.tags.length + countServiceFilters(filters);
}

export function isFiltered(filters: Filters): boolean {
  return filters.q.trim() !== '' || countFilters(filters) > 0;
}

interface Tag {
  /** The tag's name in URLs. */
  key: string;
  /** The name in the page's language, if it was translated. */
  name: string;
  /** The name in every language. */
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

/** A tag to choose. `lang` is its language if it isn't the page's. */
interface TagFacet {
  key: string;
  name: string;
  names: readonly string[];
  lang: string | undefined;
}

/** The options in a territory, which are its tags by name and the right end of the price slider. */
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
 * Removes a tag or price that no longer exists, which a shared or old link may contain, so that it filters nothing.
 * A tag can be named in any language.
 */
export function fitFilters(filters: Filters, facets: Facets): Filters {
  const fitting = fitServiceFilters(filters, facets.maxPrice);
  const keyOf = (text: string) =>
    (facets.tags.find(({ key }) => key === text) ?? facets.tags.find(({ names }) => names.includes(text)))?.key;
  return { ...fitting, tags: [...new Set(filters.tags.flatMap((tag) => keyOf(tag) ?? []))] };
}

/** Returns the matching experiences in their order, featured ones first. */
export function filterExperiences<T extends Filterable>(all: readonly T[], filters: Filters): T[] {
  const wanted = plainText(filters.q.trim());
  return all.filter((experience) => {
    // A private-only experience has no price per person, so its card shows the private price.
    const cost = experience.shared_price ?? experience.private_price ?? 0;
    return (
      plainText(`${experience.title}\n${experience.description}`).includes(wanted) &&
      filters.tags.every((tag) => experience.tags.some(({ key }) => key === tag)) &&
      inPriceRange(cost, filters) &&
      (!filters.available || experience.duration > 0)
    );
  });
}

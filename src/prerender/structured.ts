import { t } from '@lingui/core/macro';
import type { Experience, ExperienceListItem } from '@/features/catalogue/experiences/queries';
import type { Territory, TerritoryCardData } from '@/features/catalogue/territories/queries';
import type { Transport, TransportListItem } from '@/features/catalogue/transport/queries';
import { currentLanguage } from '@/lib/i18n/i18n';
import { parseImage } from '@/lib/media/media';
import { paths } from '@/lib/routing/paths';
import type { Absolute, Structured } from './types.ts';

const CONTEXT = 'https://schema.org';
const NAME = 'Territorio';

const pictures = (urls: readonly string[], at: Absolute): string[] =>
  urls
    .map((url) => parseImage(url).src)
    .filter(Boolean)
    .map(at);

function breadcrumbs(at: Absolute, ...steps: [name: string, path: string][]): Structured {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: at(path),
    })),
  };
}

const listOf = (at: Absolute, items: readonly { name: string; path: string }[]): Structured => ({
  '@type': 'ItemList',
  numberOfItems: items.length,
  itemListElement: items.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    url: at(path),
  })),
});

/** Returns the description of the page itself, in the current language. */
export const pageData = (name: string, url: string): Structured => ({
  '@context': CONTEXT,
  '@type': 'WebPage',
  name,
  url,
  inLanguage: currentLanguage().code,
});

export function homeData(description: string, at: Absolute): Structured[] {
  const home = at(paths.home);
  return [
    { '@context': CONTEXT, '@type': 'WebSite', name: NAME, url: home, description },
    { '@context': CONTEXT, '@type': 'Organization', name: NAME, url: home, logo: at('/icon-512.png') },
  ];
}

export function territoriesData(territories: readonly TerritoryCardData[], at: Absolute): Structured[] {
  const items = territories.map(({ id, name }) => ({ name, path: paths.territory(id) }));
  return [
    { '@context': CONTEXT, ...listOf(at, items) },
    breadcrumbs(at, [NAME, paths.home], [t`Regions`, paths.regions]),
  ];
}

export function territoryData(
  territory: Territory,
  experiences: readonly ExperienceListItem[],
  at: Absolute,
): Structured[] {
  const items = experiences.map(({ id, title }) => ({ name: title, path: paths.experience(id) }));
  return [
    {
      '@context': CONTEXT,
      '@type': 'TouristDestination',
      name: territory.name,
      description: territory.description,
      url: at(paths.territory(territory.id)),
      image: pictures(territory.image_urls, at),
      address: { '@type': 'PostalAddress', addressCountry: territory.country },
    },
    ...(items.length > 0 ? [{ '@context': CONTEXT, ...listOf(at, items) }] : []),
    breadcrumbs(at, [NAME, paths.home], [t`Regions`, paths.regions], [territory.name, paths.territory(territory.id)]),
  ];
}

/** The properties that experiences and transport share. */
type Trip = Pick<
  Experience & Transport,
  | 'title'
  | 'description'
  | 'image_urls'
  | 'booking_type'
  | 'shared_price'
  | 'private_price'
  | 'available_spots'
  | 'rating_average'
  | 'rating_count'
> & { territory: Pick<NonNullable<Experience['territory']>, 'currency_code'> | null };

/** Returns the bookable prices, per person or per group. */
function offers(trip: Trip, url: string): Structured[] {
  const { booking_type: type, shared_price: shared, private_price: whole, territory } = trip;
  const prices = [
    { name: t`Per person`, price: type === 'private' ? null : shared },
    { name: t`Private group`, price: type === 'shared' ? null : whole },
  ];
  return prices.flatMap(({ name, price }) =>
    price
      ? [
          {
            '@type': 'Offer',
            name,
            price: price.toFixed(2),
            priceCurrency: territory?.currency_code ?? 'GTQ',
            availability: `${CONTEXT}/${trip.available_spots > 0 ? 'InStock' : 'SoldOut'}`,
            url,
          },
        ]
      : [],
  );
}

function tripData(trip: Trip, url: string, at: Absolute): Structured {
  const { title, rating_average: average, rating_count: count } = trip;
  return {
    '@context': CONTEXT,
    '@type': ['Product', 'TouristTrip'],
    name: title,
    description: trip.description,
    url,
    image: pictures(trip.image_urls, at),
    offers: offers(trip, url),
    ...(average !== null && count > 0
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: average.toFixed(1),
            reviewCount: count,
            bestRating: 5,
            worstRating: 1,
          },
        }
      : {}),
  };
}

export function experienceData(experience: Experience, at: Absolute): Structured[] {
  const { id, title, territory, guide } = experience;
  const above: [string, string][] = territory ? [[territory.name, paths.territory(territory.id)]] : [];
  const provider = guide?.full_name ? { provider: { '@type': 'Person', name: guide.full_name } } : {};
  return [
    { ...tripData(experience, at(paths.experience(id)), at), ...provider },
    breadcrumbs(at, [NAME, paths.home], [t`Regions`, paths.regions], ...above, [title, paths.experience(id)]),
  ];
}

export function transportData(transport: Transport, at: Absolute): Structured[] {
  const { id, title } = transport;
  return [
    tripData(transport, at(paths.transport(id)), at),
    breadcrumbs(at, [NAME, paths.home], [t`Transport`, paths.transports], [title, paths.transport(id)]),
  ];
}

export function transportsData(services: readonly TransportListItem[], at: Absolute): Structured[] {
  const items = services.map(({ id, title }) => ({ name: title, path: paths.transport(id) }));
  return [
    { '@context': CONTEXT, ...listOf(at, items) },
    breadcrumbs(at, [NAME, paths.home], [t`Transport`, paths.transports]),
  ];
}

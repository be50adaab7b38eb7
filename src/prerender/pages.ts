import type { QueryKey } from '@tanstack/react-query';
import {
  type Experience,
  type ExperienceListItem,
  experienceQuery,
  experiencesQuery,
} from '@/features/catalogue/experiences/queries';
import {
  type Territory,
  type TerritoryCardData,
  territoriesQuery,
  territoryQuery,
} from '@/features/catalogue/territories/queries';
import {
  type Transport,
  type TransportListItem,
  transportQuery,
  transportsQuery,
} from '@/features/catalogue/transport/queries';
import { queryClient } from '@/lib/api/query-client';
import { openRegions } from '@/lib/env';
import { parseImage, pictureSizes } from '@/lib/media/media';
import { paths } from '@/lib/routing/paths';
import { listExperiences, listTerritories, listTransports } from './queries.ts';
import {
  experienceData,
  homeData,
  territoriesData,
  territoryData,
  transportData,
  transportsData,
} from './structured.ts';
import type { Absolute, Cover, PublicPage, Structured } from './types.ts';

function answer<T>(options: { queryKey: QueryKey; queryFn?: unknown }): T | undefined {
  return queryClient.getQueryData<T>(options.queryKey);
}

function coverOf(urls: readonly string[] | undefined, sizes: string): Cover | null {
  const picture = parseImage(urls?.[0]);
  return picture.src ? { picture, sizes } : null;
}

const page = (path: string, know: PublicPage['know'], rest: Partial<PublicPage> = {}): PublicPage => ({
  path,
  know,
  also: [],
  changed: null,
  ...rest,
});

const fixed = (path: string) => page(path, () => ({ cover: null, structured: () => [] }));

const home = page(paths.home, () => ({ cover: null, structured: homeData }));

const regions = page(paths.regions, () => {
  const territories = answer<TerritoryCardData[]>(territoriesQuery()) ?? [];
  return {
    cover: coverOf(territories[0]?.image_urls, pictureSizes.card),
    structured: (_description, at) => territoriesData(territories, at),
  };
});

const territory = (id: string, changed: string) =>
  page(
    paths.territory(id),
    () => {
      const found = answer<Territory | null>(territoryQuery(id));
      const experiences = answer<ExperienceListItem[]>(experiencesQuery(id)) ?? [];
      return (
        found && {
          cover: coverOf(found.image_urls, pictureSizes.territory),
          structured: (_description, at) => territoryData(found, experiences, at),
        }
      );
    },
    { changed, also: [`/regions/${encodeURIComponent(id)}`] },
  );

/** Returns the page of one service. Its `know` returns null if the API has no such service. */
function servicePage<Service extends { image_urls: string[] }>(
  path: string,
  changed: string,
  options: { queryKey: QueryKey },
  structured: (service: Service, at: Absolute) => Structured[],
): PublicPage {
  const know = () => {
    const found = answer<Service | null>(options);
    if (!found) return found;
    const cover = coverOf(found.image_urls, pictureSizes.detail);
    return { cover, structured: (_description: string, at: Absolute) => structured(found, at) };
  };
  return page(path, know, { changed });
}

const experience = (id: string, changed: string) =>
  servicePage<Experience>(paths.experience(id), changed, experienceQuery(id), experienceData);

const transport = (id: string, changed: string) =>
  servicePage<Transport>(paths.transport(id), changed, transportQuery(id), transportData);

/** Returns the page that lists the transport of a territory, or of all territories for null. */
const transports = (territoryId: string | null) =>
  page(territoryId === null ? paths.transports : paths.territoryTransport(territoryId), () => {
    const services = answer<TransportListItem[]>(transportsQuery(territoryId)) ?? [];
    return { cover: null, structured: (_description, at) => transportsData(services, at) };
  });

/** Returns the page with the travel alerts of a territory. */
const conditions = (id: string) => fixed(paths.territoryConditions(id));

/** Returns every public page for guests and search engines that the API lists now. */
export async function listPages(): Promise<PublicPage[]> {
  const [territories, experiences, services] = await Promise.all([
    listTerritories(),
    listExperiences(),
    listTransports(),
  ]);
  return [
    home,
    ...(openRegions ? [regions] : []),
    ...territories.map((row) => territory(row.id, row.updated_at)),
    ...experiences.map((row) => experience(row.id, row.updated_at)),
    transports(null),
    ...territories.map((row) => transports(row.id)),
    ...territories.map((row) => conditions(row.id)),
    ...services.map((row) => transport(row.id, row.updated_at)),
    fixed(paths.privacy),
    fixed(paths.terms),
    fixed(paths.waiver),
  ];
}

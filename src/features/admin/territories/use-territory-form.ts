import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { territoryKeys } from '@/features/catalogue/territories/queries';
import { AppError } from '@/lib/api/errors';
import { useEntityMedia } from '@/lib/upload/use-entity-media';
import { useForm, useFormValue } from '@/ui/form/use-form';
import { type AdminTerritory, createTerritory, territoryVersion, updateTerritory } from './queries';
import { freeSlug, type TerritoryInput, territorySchema } from './schema';

const valuesOf = (territory: AdminTerritory | null): TerritoryInput => ({
  name: territory?.name ?? '',
  description: territory?.description ?? '',
  country: territory?.country ?? 'GT',
  visible: territory?.visible ?? true,
  image_urls: territory?.image_urls ?? [],
  video_urls: territory?.video_urls ?? [],
});

interface Options {
  territory: AdminTerritory | null;
  territories: readonly AdminTerritory[];
  onDone: (text: string) => void;
}

/** The form of a territory with its pictures and videos. */
export function useTerritoryForm({ territory, territories, onDone }: Options) {
  const { t } = useLingui();
  const client = useQueryClient();
  const draft = `territory-${territory?.id ?? 'new'}`;
  const values = valuesOf(territory);
  const { image_urls: images, video_urls: videos } = values;
  const media = useEntityMedia({ folder: 'territory-media', draft, images, videos });
  const form = useForm({
    schema: territorySchema,
    values,
    draft,
    version: territory?.updated_at ?? null,
    latest: async () => (territory && (await territoryVersion(territory.id))) ?? undefined,
    uploads: { field: 'image_urls', ...media },
    save: async (input, { expectedVersion }) => {
      if (territory && expectedVersion !== null) {
        await updateTerritory(territory.id, expectedVersion, input);
      } else {
        const id = freeSlug(input.name, territories);
        if (!id) throw new AppError('no_slug', t`Please use letters or digits in the name`);
        await createTerritory(id, input);
      }
    },
    onSaved: async () => {
      await client.invalidateQueries({ queryKey: territoryKeys.all });
      onDone(territory ? t`Territory updated successfully` : t`Territory created successfully`);
    },
  });
  useFormValue(form, 'image_urls', media.images);
  useFormValue(form, 'video_urls', media.videos);
  return { form, media };
}

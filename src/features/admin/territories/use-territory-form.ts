import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { territoryKeys } from '@/features/catalogue/territories/queries';
import { translatedColumns, translatedValues } from '@/features/management/catalogue/translations';
import { changesSince } from '@/features/management/changes-since';
import { TERRITORY_TEXTS } from '@/features/management/settings/territory-texts';
import { AppError } from '@/lib/api/errors';
import { useEntityMedia } from '@/lib/upload/use-entity-media';
import { FieldError } from '@/ui/form/form-problems';
import { useForm, useFormValue } from '@/ui/form/use-form';
import { type AdminTerritory, createTerritory, territoryVersion, updateTerritory } from './queries';
import { freeSlug, type TerritoryValues, territoryFormSchema } from './schema';

const valuesOf = (territory: AdminTerritory | null): TerritoryValues => ({
  name: territory?.name ?? '',
  description: territory?.description ?? '',
  country: territory?.country ?? 'GT',
  visible: territory?.visible ?? true,
  image_urls: territory?.image_urls ?? [],
  video_urls: territory?.video_urls ?? [],
  manager_name: '',
  manager_email: '',
  currency_code: territory?.currency_code ?? 'GTQ',
  time_zone: territory?.time_zone ?? 'America/Guatemala',
  ...translatedValues(TERRITORY_TEXTS, territory),
});

interface Options {
  territory: AdminTerritory | null;
  territories: readonly AdminTerritory[];
  onDone: (text: string) => void;
}

/** Manages a territory's form with pictures and videos. */
export function useTerritoryForm({ territory, territories, onDone }: Options) {
  const { t } = useLingui();
  const client = useQueryClient();
  const draft = `territory-${territory?.id ?? 'new'}`;
  const values = valuesOf(territory);
  const { image_urls: images, video_urls: videos } = values;
  const media = useEntityMedia({ folder: 'territory-media', draft, images, videos });
  const form = useForm({
    schema: territoryFormSchema,
    values,
    draft,
    version: territory?.updated_at ?? null,
    latest: async () => (territory && (await territoryVersion(territory.id))) ?? undefined,
    changes: (since) => changesSince('territories', territory?.id, since),
    uploads: { field: 'image_urls', ...media },
    save: async (values, { expectedVersion, key }) => {
      const input = translatedColumns(values);
      if (territory && expectedVersion !== null) {
        const { manager_name: _, manager_email: __, currency_code: ___, time_zone: ____, ...columns } = input;
        await updateTerritory(territory.id, expectedVersion, columns, key);
      } else {
        const id = freeSlug(input.name, territories);
        if (!id) throw new FieldError('name', t`Please use letters or digits in the name`);
        await createTerritory(id, input, key).catch(besideField);
      }
    },
    onSaved: async ({ manager_email: email }) => {
      await client.invalidateQueries({ queryKey: territoryKeys.all });
      if (territory) onDone(t`Territory updated successfully`);
      else if (email) onDone(t`We've created the region and sent an invitation to ${email}.`);
      else onDone(t`Territory created successfully`);
    },
  });
  useFormValue(form, 'image_urls', media.images);
  useFormValue(form, 'video_urls', media.videos);
  return { form, media };
}

/** Shows refusals of the name or the manager's address beside the field. */
function besideField(error: unknown): never {
  throw error instanceof AppError ? (refusedField(error) ?? error) : error;
}

const OF_EMAIL = ['own_request', 'rate_limited', 'rate_limited_hour', 'rate_limited_day'];

export function refusedField({ code, message, detail }: AppError): FieldError | null {
  if (code === 'unknown_time_zone') return new FieldError('time_zone', message);
  if (code === 'territory_exists' || code === 'name_not_plain') return new FieldError('name', message);
  return OF_EMAIL.includes(code) ? new FieldError('manager_email', detail ?? message) : null;
}

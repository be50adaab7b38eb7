import { zodResolver } from '@hookform/resolvers/zod';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useAuthForm } from '@/features/account/sign-in/use-auth-form';
import { territoryKeys } from '@/features/catalogue/territories/keys';
import { AppError } from '@/lib/api/errors';
import { isVersionConflict } from '@/lib/api/versions';
import { clearDraft, readDraft, useFormDraft } from '@/lib/storage/form-draft';
import { useEntityMedia } from '@/lib/upload/use-entity-media';
import { type AdminTerritory, createTerritory, territoryVersion, updateTerritory } from './queries';
import { freeSlug, TERRITORY_FIELDS, type TerritoryValues, territorySchema } from './schema';

const valuesOf = (territory: AdminTerritory | null): TerritoryValues => ({
  name: territory?.name ?? '',
  description: territory?.description ?? '',
  country: territory?.country ?? 'GT',
  status: territory?.visible === false ? 'hidden' : 'visible',
  seen: territory?.updated_at ?? '',
});

/** What a reload finds again; texts that are no choice of a list count as not kept. */
function startOf(draft: string, territory: AdminTerritory | null): TerritoryValues {
  const merged = { ...valuesOf(territory), ...readDraft(draft, TERRITORY_FIELDS) };
  return { ...merged, status: merged.status === 'hidden' ? 'hidden' : 'visible' };
}

interface Options {
  territory: AdminTerritory | null;
  territories: readonly AdminTerritory[];
  onDone: (text: string) => void;
}

/** Filling, keeping and saving the form of a territory; two people at once; what is thrown away on leaving. */
export function useTerritoryForm({ territory, territories, onDone }: Options) {
  const { t } = useLingui();
  const client = useQueryClient();
  const draft = `territory-${territory?.id ?? 'new'}`;
  const [conflict, setConflict] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const media = useEntityMedia({
    folder: 'territory-media',
    draft,
    images: territory?.image_urls ?? [],
    videos: territory?.video_urls ?? [],
  });
  const form = useForm<TerritoryValues>({
    resolver: zodResolver(territorySchema),
    shouldFocusError: false,
    defaultValues: startOf(draft, territory),
  });
  useFormDraft(form, draft, TERRITORY_FIELDS, media.changed);
  const now = useWatch({ control: form.control });
  const base = valuesOf(territory);
  const dirty = media.changed || TERRITORY_FIELDS.some((field) => field !== 'seen' && now[field] !== base[field]);
  const forget = () => {
    clearDraft(draft);
    media.discard();
  };

  async function save({ name, description, country, status, seen }: TerritoryValues) {
    if (media.uploading) throw new AppError('uploading', t`Please wait until your files are uploaded`);
    const input = {
      name,
      description,
      country,
      visible: status === 'visible',
      image_urls: media.images,
      video_urls: media.videos,
    };
    if (territory) {
      await updateTerritory(territory.id, seen, input);
    } else {
      const id = freeSlug(name, territories);
      if (!id) throw new AppError('no_slug', t`Please use letters or digits in the name`);
      await createTerritory(id, input);
    }
    clearDraft(draft);
    media.forget();
    await client.invalidateQueries({ queryKey: territoryKeys.all });
    onDone(territory ? t`Territory updated successfully` : t`Territory created successfully`);
  }

  /** Saves over the version that is there now. */
  async function keepMine() {
    const version = territory && (await territoryVersion(territory.id).catch(() => null));
    if (version) form.setValue('seen', version);
    element.current?.requestSubmit();
  }

  const { summary, problems, fieldId, errorOf, sending, onSubmit } = useAuthForm(form, async (values) => {
    setConflict(false);
    try {
      await save(values);
    } catch (error) {
      if (!isVersionConflict(error)) throw error;
      setConflict(true);
    }
  });
  return {
    form,
    media,
    dirty,
    forget,
    conflict,
    keepMine,
    element,
    summary,
    problems,
    fieldId,
    errorOf,
    sending,
    onSubmit,
  };
}

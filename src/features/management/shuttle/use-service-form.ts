import { zodResolver } from '@hookform/resolvers/zod';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useAuthForm } from '@/features/account/sign-in/use-auth-form';
import { shuttleKeys } from '@/features/departures/shuttle/queries';
import { transportVersion } from '@/features/management/transport/saving/queries';
import { AppError } from '@/lib/api/errors';
import { isVersionConflict } from '@/lib/api/versions';
import { clearDraft, readDraft, useFormDraft } from '@/lib/storage/form-draft';
import { readText, removeText, writeText } from '@/lib/storage/storage';
import { IMAGE_RULES } from '@/lib/upload/check';
import { useEntityMedia } from '@/lib/upload/use-entity-media';
import { addService, type Service, updateService } from './queries';
import { decimal, inputOf, refusedField, SERVICE_FIELDS, type ServiceValues, serviceSchema, valuesOf } from './service';

/** The id of a service that is being made stays the same over a reload, until it is saved or given up. */
function idOf(name: string): string {
  const kept = readText('session', name);
  if (kept && /^[0-9a-f-]{36}$/.test(kept)) return kept;
  const made = crypto.randomUUID();
  writeText('session', name, made);
  return made;
}

interface Options {
  userId: string;
  territoryId: string;
  /** Null for a new one. */
  service: Service | null;
  places: readonly { id: string; name: string }[];
  onDone: (text: string | null) => void;
}

/** Filling, keeping and saving the form of a shuttle service; two people at once. */
export function useServiceForm({ userId, territoryId, service, places, onDone }: Options) {
  const { t } = useLingui();
  const client = useQueryClient();
  const draft = `shuttle-${service?.id ?? `new-${userId}`}`;
  const idKey = `territorio-id-${draft}`;
  const [conflict, setConflict] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const media = useEntityMedia({
    folder: 'transport-media',
    draft,
    images: service?.image_urls ?? [],
    videos: [],
    rules: IMAGE_RULES,
  });
  const form = useForm<ServiceValues>({
    resolver: zodResolver(serviceSchema),
    shouldFocusError: false,
    defaultValues: { ...valuesOf(service), ...readDraft(draft, SERVICE_FIELDS) },
  });
  useFormDraft(form, draft, SERVICE_FIELDS, media.changed);
  const now = useWatch({ control: form.control });
  const base = valuesOf(service);
  const dirty = media.changed || SERVICE_FIELDS.some((field) => field !== 'seen' && now[field] !== base[field]);
  const forget = () => {
    clearDraft(draft);
    removeText('session', idKey);
    media.discard();
  };

  async function save(values: ServiceValues) {
    if (media.uploading) throw new AppError('uploading', t`Please wait until your files are uploaded`);
    if (service && decimal(values.spots) < service.min_spots) {
      throw new AppError('min_spots_above_max', t`Minimum spots cannot be greater than maximum spots`);
    }
    const input = inputOf(values, service, places, media.images);
    if (service) await updateService(service.id, values.seen, input);
    else await addService(idOf(idKey), territoryId, input);
    clearDraft(draft);
    removeText('session', idKey);
    media.forget();
    await client.invalidateQueries({ queryKey: shuttleKeys.all(userId) });
    onDone(service ? t`Transport service saved successfully` : t`Service added successfully`);
  }

  /** Saves over the version that is there now. */
  async function keepMine() {
    const version = service && (await transportVersion(service.id).catch(() => null));
    if (version) form.setValue('seen', version);
    element.current?.requestSubmit();
  }

  const parts = useAuthForm(form, async (values) => {
    setConflict(false);
    try {
      await save(values);
    } catch (error) {
      const refused = refusedField(error);
      if (refused) {
        form.setError(refused.field, { message: refused.text });
        parts.summary.current?.focus();
      } else if (isVersionConflict(error)) setConflict(true);
      else throw error;
    }
  });
  return { ...parts, form, media, dirty, forget, conflict, keepMine, element };
}

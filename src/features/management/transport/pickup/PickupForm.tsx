import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useAuthForm } from '@/features/account/sign-in/use-auth-form';
import { transportKeys } from '@/features/catalogue/transport/queries';
import { AppError } from '@/lib/api/errors';
import { isVersionConflict } from '@/lib/api/versions';
import { clearDraft, readDraft, useFormDraft } from '@/lib/storage/form-draft';
import { Button } from '@/ui/Button';
import { ConflictNotice } from '@/ui/form/ConflictNotice';
import { Input, Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { FormSummary } from '@/ui/form/FormSummary';
import { UnsavedGuard } from '@/ui/form/UnsavedGuard';
import { useDiscard } from '@/ui/form/use-discard';
import { catalogueKeys } from '../../catalogue/queries';
import { regionCountsKey } from '../../queries';
import { PICKUP_EXISTS, type Pickup, pickupQuery, savePickup } from './queries';
import { type PickupValues, pickupSchema } from './schema';

interface Props {
  territoryId: string;
  /** Null for a new one. */
  place: Pickup | null;
  onClose: () => void;
  onSaved: () => void;
  /** Reads the location again and starts the form anew. */
  onReload: () => void;
}

const FIELDS = ['name', 'directions', 'mapLink'] as const;

export function PickupForm({ territoryId, place, onClose, onSaved, onReload }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const draft = `pickup-${place?.id ?? `new-${territoryId}`}`;
  // The location as it was when the form was filled; a list that is read again meanwhile does not change it.
  const [before, setBefore] = useState(place);
  const [conflict, setConflict] = useState(false);
  const base = { name: before?.name ?? '', directions: before?.directions ?? '', mapLink: before?.map_link ?? '' };
  const form = useForm<PickupValues>({
    resolver: zodResolver(pickupSchema),
    shouldFocusError: false,
    defaultValues: { ...base, ...readDraft(draft, FIELDS) },
  });
  useFormDraft(form, draft, FIELDS);
  const now = useWatch({ control: form.control });
  const forget = () => clearDraft(draft);

  async function save({ name, directions, mapLink }: PickupValues, over: Pickup | null) {
    setConflict(false);
    try {
      await savePickup(territoryId, over, { name, directions: directions || null, map_link: mapLink || null });
    } catch (error) {
      if (error instanceof AppError && error.code === PICKUP_EXISTS)
        form.setError('name', { message: error.message }, { shouldFocus: true });
      else if (isVersionConflict(error)) setConflict(true);
      else throw error;
      return;
    }
    forget();
    await client.invalidateQueries({ queryKey: catalogueKeys.all });
    await client.invalidateQueries({ queryKey: transportKeys.all });
    await client.invalidateQueries({ queryKey: regionCountsKey });
    onSaved();
    onClose();
  }

  const { summary, problems, fieldId, errorOf, sending, onSubmit } = useAuthForm(form, (values) =>
    save(values, before),
  );

  /** Saves over what is there now; a location that is gone comes back. */
  async function keepMine() {
    const current = await client.fetchQuery(pickupQuery(territoryId, before?.id ?? '')).catch(() => undefined);
    if (current === undefined) return;
    setBefore(current);
    await form.handleSubmit((values) => save(values, current))();
  }

  const dirty = !sending && FIELDS.some((field) => now[field] !== base[field]);
  const [cancel, question] = useDiscard(dirty, () => {
    forget();
    onClose();
  });

  return (
    <>
      {question}
      <form
        noValidate
        aria-label={place ? t`Edit ${place.name}` : t`Add Location`}
        className="grid gap-4 border-t border-line bg-surface-2 p-4 sm:grid-cols-2 sm:p-5 [&>div:first-child:empty]:hidden"
        onSubmit={(event) => void onSubmit(event)}
      >
        <FormSummary ref={summary} problems={problems} className="sm:col-span-2" />
        <UnsavedGuard dirty={dirty} onDiscard={forget} />
        {conflict && (
          <div className="sm:col-span-2">
            <ConflictNotice
              busy={sending}
              onReload={() => {
                forget();
                onReload();
              }}
              onKeep={() => void keepMine()}
            />
          </div>
        )}
        <Field label={t`Name`} id={fieldId('name')} error={errorOf('name')}>
          <Input maxLength={160} aria-required {...form.register('name')} />
        </Field>
        <Field label={t`Map link`} optional id={fieldId('mapLink')} error={errorOf('mapLink')}>
          <Input type="url" inputMode="url" maxLength={2000} placeholder="https://" {...form.register('mapLink')} />
        </Field>
        <Field
          label={t`Directions`}
          optional
          id={fieldId('directions')}
          error={errorOf('directions')}
          className="sm:col-span-2"
        >
          <Textarea rows={3} maxLength={2000} {...form.register('directions')} />
        </Field>
        <div className="flex flex-wrap gap-3 sm:col-span-2">
          <Button type="submit" variant="primary" busy={sending}>
            {place ? <Trans>Save Changes</Trans> : <Trans>Add Location</Trans>}
          </Button>
          <Button onClick={cancel}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </form>
    </>
  );
}

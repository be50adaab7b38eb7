import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { IMAGE_RULES } from '@/lib/upload/check';
import { ConflictNotice } from '@/ui/form/ConflictNotice';
import { Input, Select, Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { MediaField } from '@/ui/media/MediaField';
import { DeskForm } from './DeskForm';
import type { Service } from './queries';
import { useServiceForm } from './use-service-form';

interface Props {
  userId: string;
  territoryId: string;
  /** Null for a new one. */
  service: Service | null;
  places: readonly { id: string; name: string }[];
  symbol: string;
  onDone: (text: string | null) => void;
  /** Reads the service again and starts the form anew. */
  onReload: () => void;
}

/** A shuttle service: what it is called, what it costs, from where, when and how long. */
export function ServiceForm({ userId, territoryId, service, places, symbol, onDone, onReload }: Props) {
  const { t } = useLingui();
  const mediaId = useId();
  const own = useServiceForm({ userId, territoryId, service, places, onDone });
  const { form, media, dirty, forget, conflict, keepMine, element, fieldId, errorOf, sending } = own;
  const { register } = form;
  const whole = service?.booking_type === 'private';
  // A place that was renamed or taken off the list can still be kept.
  const unlisted =
    service && !places.some(({ id }) => id === (service.pickup_location_id ?? service.pickup_location))
      ? service
      : null;
  return (
    <DeskForm
      own={own}
      element={element}
      title={service ? t`Edit Service` : t`Add Service`}
      submit={service ? <Trans>Save Changes</Trans> : <Trans>Add Service</Trans>}
      dirty={dirty}
      forget={forget}
      onClose={() => onDone(null)}
    >
      {conflict && (
        <ConflictNotice
          busy={sending}
          onReload={() => {
            forget();
            onReload();
          }}
          onKeep={() => void keepMine()}
        />
      )}
      <Field label={t`Title`} id={fieldId('title')} error={errorOf('title')}>
        <Input aria-required maxLength={160} {...register('title')} />
      </Field>
      <Field label={t`Description`} id={fieldId('description')} error={errorOf('description')}>
        <Textarea rows={5} aria-required {...register('description')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={whole ? t`Private Price (${symbol})` : t`Price per Person (${symbol})`}
          id={fieldId('price')}
          error={errorOf('price')}
        >
          <Input inputMode="decimal" autoComplete="off" aria-required {...register('price')} />
        </Field>
        <Field label={t`Max Spots`} id={fieldId('spots')} error={errorOf('spots')}>
          <Input inputMode="numeric" autoComplete="off" aria-required {...register('spots')} />
        </Field>
        <Field label={t`Departure Time`} id={fieldId('departure')} error={errorOf('departure')}>
          <Input type="time" aria-required {...register('departure')} />
        </Field>
        <Field label={t`Duration (hours)`} id={fieldId('duration')} error={errorOf('duration')}>
          <Input inputMode="decimal" autoComplete="off" aria-required {...register('duration')} />
        </Field>
      </div>
      {places.length > 0 ? (
        <Field label={t`Pickup Location`} id={fieldId('pickup')} error={errorOf('pickup')}>
          <Select aria-required {...register('pickup')}>
            <option value="">{t`Select a pickup location`}</option>
            {unlisted && (
              <option value={unlisted.pickup_location_id ?? unlisted.pickup_location}>
                {unlisted.pickup_location}
              </option>
            )}
            {places.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      ) : (
        <Field
          label={t`Pickup Location`}
          id={fieldId('pickup')}
          error={errorOf('pickup')}
          hint={t`The region has no list of pickup locations yet: name the place.`}
        >
          <Input aria-required maxLength={160} {...register('pickup')} />
        </Field>
      )}
      <MediaField id={mediaId} label={t`Images`} uploads={media} error={undefined} rules={IMAGE_RULES} />
    </DeskForm>
  );
}

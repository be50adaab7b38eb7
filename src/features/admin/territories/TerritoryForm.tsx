import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useMemo, useRef } from 'react';
import { OriginalLanguage, TranslatedField } from '@/features/management/catalogue/TranslatedField';
import { UpcomingBookings } from '@/features/management/deletion/UpcomingBookings';
import { TERRITORY_TEXTS } from '@/features/management/settings/territory-texts';
import { zoneOptions } from '@/features/management/settings/time-zones';
import { currencyOptions } from '@/lib/format/currencies';
import { CountrySelect } from '@/ui/form/CountrySelect';
import { Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { MediaField } from '@/ui/media/MediaField';
import { ManagerFields } from './ManagerFields';
import type { AdminTerritory } from './queries';
import { useTerritoryForm } from './use-territory-form';

interface Props {
  /** Null for a new territory. */
  territory: AdminTerritory | null;
  territories: readonly AdminTerritory[];
  /** The address for leaving without saving. It is a link, so that the page asks about unsaved changes. */
  back: string;
  onDone: (text: string) => void;
  /** Refetches the territory and resets the form. */
  onReload: () => void;
}

export function TerritoryForm({ territory, territories, back, onDone, onReload }: Props) {
  const { t } = useLingui();
  // The list with the clicked button has disappeared, so the form's heading takes the focus.
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  // True once an admin has chosen the visibility. Until then, a region with an invited manager starts hidden.
  const chosen = useRef(false);
  const { form, media } = useTerritoryForm({ territory, territories, onDone });
  const { time_zone } = form.values;
  const zones = useMemo(() => zoneOptions(time_zone), [time_zone]);
  // For a new territory this is below the manager, where the change is visible.
  const status = (
    <Field
      label={t`Status`}
      hint={t`Only the region's team can find the region while it's hidden.`}
      {...form.field('visible')}
    >
      <Select
        value={form.values.visible ? 'visible' : 'hidden'}
        onChange={(event) => {
          chosen.current = true;
          form.setValue('visible', event.target.value === 'visible');
        }}
        options={[
          { value: 'visible', label: t`Visible` },
          { value: 'hidden', label: t`Hidden` },
        ]}
      />
    </Field>
  );
  return (
    <Form
      form={form}
      back={back}
      onReload={onReload}
      lost={
        territory
          ? undefined
          : t`The new region hasn't been saved. If you leave now, you'll lose everything you entered.`
      }
    >
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold">
        {territory ? <Trans>Edit region</Trans> : <Trans>Add region</Trans>}
      </h2>
      <OriginalLanguage record={territory} />
      <TranslatedField name="name" text={TERRITORY_TEXTS.name} record={territory} required />
      <TranslatedField name="description" text={TERRITORY_TEXTS.description} record={territory} rows={6} required />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t`Country`} {...form.field('country')}>
          <CountrySelect {...form.register('country')} />
        </Field>
        {territory && status}
      </div>
      {!territory && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label={t`Currency`}
            hint={t`All prices are in this currency. After the first sale, it can't be changed.`}
            {...form.field('currency_code')}
          >
            <Select {...form.register('currency_code')} options={currencyOptions()} />
          </Field>
          <Field
            label={t`Time zone`}
            hint={t`Departures, deadlines and days follow this time zone.`}
            {...form.field('time_zone')}
          >
            <Select {...form.register('time_zone')} options={zones} />
          </Field>
        </div>
      )}
      {territory?.visible && !form.values.visible && (
        <UpcomingBookings territoryId={territory.id} kind="territory" id={territory.id} hiding />
      )}
      <MediaField label={t`Photos and videos`} uploads={media} {...form.field('image_urls')} />
      {!territory && (
        <fieldset className="grid gap-5 border-t border-line pt-5">
          <legend className="float-left text-lg font-bold">
            <Trans>Manager</Trans>
          </legend>
          <p className="-mt-3 clear-both text-sm text-ink-2">
            <Trans>
              Invite the person who will manage the region. The region stays hidden until they set it up and make it
              visible. You can also do this later.
            </Trans>
          </p>
          <ManagerFields onEmail={(email) => !chosen.current && form.setValue('visible', email.trim() === '')} />
        </fieldset>
      )}
      {!territory && status}
      <FormFooter submit={territory ? <Trans>Save Changes</Trans> : <Trans>Add region</Trans>} />
    </Form>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { CountrySelect } from '@/ui/form/CountrySelect';
import { Input, Select, Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { MediaField } from '@/ui/media/MediaField';
import type { AdminTerritory } from './queries';
import { useTerritoryForm } from './use-territory-form';

interface Props {
  /** Null for a new one. */
  territory: AdminTerritory | null;
  territories: readonly AdminTerritory[];
  /** Where one goes without saving: a link, so that unsaved changes are asked about. */
  back: string;
  onDone: (text: string) => void;
  /** Reads the territory again and starts the form anew. */
  onReload: () => void;
}

export function TerritoryForm({ territory, territories, back, onDone, onReload }: Props) {
  const { t } = useLingui();
  // The list that was pressed has gone, and the focus with it.
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { form, media } = useTerritoryForm({ territory, territories, onDone });
  return (
    <Form form={form} back={back} onReload={onReload}>
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold">
        {territory ? <Trans>Edit Territory</Trans> : <Trans>Add Territory</Trans>}
      </h2>
      <Field label={t`Name`} {...form.field('name')}>
        <Input aria-required {...form.register('name')} />
      </Field>
      <Field label={t`Description`} {...form.field('description')}>
        <Textarea rows={6} aria-required {...form.register('description')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t`Country`} {...form.field('country')}>
          <CountrySelect {...form.register('country')} />
        </Field>
        <Field
          label={t`Status`}
          hint={t`A hidden territory is found by nobody but its team.`}
          {...form.field('visible')}
        >
          <Select
            value={form.values.visible ? 'visible' : 'hidden'}
            onChange={(event) => form.setValue('visible', event.target.value === 'visible')}
            options={[
              { value: 'visible', label: t`Visible` },
              { value: 'hidden', label: t`Hidden` },
            ]}
          />
        </Field>
      </div>
      <MediaField label={t`Photos and videos`} uploads={media} {...form.field('image_urls')} />
      <FormFooter submit={territory ? <Trans>Save Changes</Trans> : <Trans>Add Territory</Trans>} />
    </Form>
  );
}

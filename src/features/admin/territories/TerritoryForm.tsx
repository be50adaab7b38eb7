import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useMemo, useRef, useState } from 'react';
import { listCountries } from '@/lib/format/countries';
import { Button, LinkButton } from '@/ui/Button';
import { ConflictNotice } from '@/ui/form/ConflictNotice';
import { Input, Select, Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { FormSummary } from '@/ui/form/FormSummary';
import { UnsavedGuard } from '@/ui/form/UnsavedGuard';
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

/** Name, description, country, status and pictures of a territory. */
export function TerritoryForm({ territory, territories, back, onDone, onReload }: Props) {
  const { t, i18n } = useLingui();
  const countries = useMemo(() => listCountries(i18n.locale), [i18n.locale]);
  const [asked, setAsked] = useState(false);
  // The list that was pressed has gone, and the focus with it.
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const own = useTerritoryForm({ territory, territories, onDone });
  const { form, media, dirty, forget, conflict, keepMine, element } = own;
  const { summary, problems, fieldId, errorOf, sending, onSubmit } = own;
  const mediaId = `${fieldId('name')}-media`;
  const mediaError = asked && media.images.length === 0 ? t`At least one image is required` : undefined;
  const shown = mediaError && !media.uploading ? [...problems, { field: mediaId, text: mediaError }] : problems;

  return (
    <form
      ref={element}
      noValidate
      className="grid gap-5 [&>div:first-child:empty]:hidden"
      onSubmit={(event) => {
        setAsked(true);
        if (media.images.length > 0 || media.uploading) {
          void onSubmit(event);
          return;
        }
        event.preventDefault();
        // The other fields say what they lack too, beside the pictures.
        void form.trigger().then(() => summary.current?.focus());
      }}
    >
      <FormSummary ref={summary} problems={shown} />
      <UnsavedGuard dirty={dirty && !sending} onDiscard={forget} />
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold">
        {territory ? <Trans>Edit Territory</Trans> : <Trans>Add Territory</Trans>}
      </h2>
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
      <Field label={t`Name`} id={fieldId('name')} error={errorOf('name')}>
        <Input aria-required {...form.register('name')} />
      </Field>
      <Field label={t`Description`} id={fieldId('description')} error={errorOf('description')}>
        <Textarea rows={6} aria-required {...form.register('description')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t`Country`} id={fieldId('country')} error={errorOf('country')}>
          <Select {...form.register('country')}>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t`Status`} id={fieldId('status')} hint={t`A hidden territory is found by nobody but its team.`}>
          <Select {...form.register('status')}>
            <option value="visible">{t`Visible`}</option>
            <option value="hidden">{t`Hidden`}</option>
          </Select>
        </Field>
      </div>
      <MediaField id={mediaId} label={t`Photos and videos`} uploads={media} error={mediaError} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={sending}>
          {territory ? <Trans>Save Changes</Trans> : <Trans>Add Territory</Trans>}
        </Button>
        <LinkButton to={back}>
          <Trans>Cancel</Trans>
        </LinkButton>
      </div>
    </form>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { LANGUAGES, languageOf, SOURCE, withPrefix } from '@/lib/i18n/languages';
import { paths } from '@/lib/routing/paths';
import { Checkbox, Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { PhoneField } from '@/ui/form/PhoneField';
import { GuestFinder } from './GuestFinder';
import { MAX_NAME, type SaleState } from './use-sale';

interface Props {
  sale: SaleState;
  away: boolean;
  territoryId: string | null;
}

/** Asks for the guest's name and number. They are optional at the dock. */
export function GuestFields({ sale, away, territoryId }: Props) {
  const { form } = sale;
  return away ? (
    <div className="grid gap-4">
      {territoryId && (
        <GuestFinder
          territoryId={territoryId}
          onChoose={({ guest_name, whatsapp_number, language }) =>
            sale.change({
              name: guest_name ?? '',
              whatsapp: whatsapp_number ?? '',
              language,
            })
          }
        />
      )}
      <NameField form={form} />
      <WhatsAppField form={form} />
    </div>
  ) : (
    <OptionalGuest form={form} />
  );
}

function NameField({ form, optional = false }: Pick<SaleState, 'form'> & { optional?: boolean }) {
  const { t } = useLingui();
  return (
    <Field label={t`Name`} optional={optional} {...form.field('name')}>
      <Input maxLength={MAX_NAME} autoComplete="off" {...form.register('name')} />
    </Field>
  );
}

function OptionalGuest({ form }: Pick<SaleState, 'form'>) {
  const { name, whatsapp } = form.values;
  const [typed] = useState(name !== '' || whatsapp !== '');
  const problem = form.field('whatsapp').error;
  return (
    <details open={typed || problem !== undefined}>
      <summary className="min-h-11 cursor-pointer py-2.5 text-ink-2">
        <Trans>Name and WhatsApp (optional)</Trans>
      </summary>
      <div className="grid gap-4 pt-2">
        <NameField form={form} optional />
        <WhatsAppField form={form} />
      </div>
    </details>
  );
}

function WhatsAppField({ form }: Pick<SaleState, 'form'>) {
  const { t } = useLingui();
  const { field } = useController({ control: form.control, name: 'whatsapp' });
  const { ref, name: _, ...input } = field;
  return (
    <PhoneField
      {...input}
      {...(form.field('whatsapp') as { id: string; error: string | undefined })}
      inputRef={ref}
      label={t`WhatsApp number`}
      optional
      disabled={false}
    />
  );
}

/** Explains that an offline sale has no name, because the phone may be lost before the sale is sent. */
export function NoGuest({ sale: { form } }: { sale: SaleState }) {
  if (form.values.name === '' && form.values.whatsapp === '') return null;
  return (
    <p className="text-sm text-ink-2">
      <Trans>Without a signal, you can't record a name or number.</Trans>
    </p>
  );
}

/** The guest reads the waiver on this phone in their own language, and the seller ticks the box for them. */
export function WaiverField({ sale: { form } }: { sale: SaleState }) {
  const { t } = useLingui();
  return (
    <div className="grid gap-1">
      <Checkbox
        label={<Trans>The guest has read the waiver and accepts it for all passengers</Trans>}
        {...form.field('waiver')}
        {...form.register('waiver')}
      />
      <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-1 pl-8 text-sm">
        <legend className="sr-only">{t`Guest's language`}</legend>
        {LANGUAGES.map((language) => (
          <span key={language.code} className="inline-flex items-center gap-x-2">
            <label className="check min-h-9!">
              <input type="radio" value={language.code} {...form.register('language')} />
              <span lang={language.code}>{language.name}</span>
            </label>
          </span>
        ))}
        <a
          className="inline-flex min-h-9 items-center underline underline-offset-4"
          href={withPrefix(paths.waiver, languageOf(form.values.language) ?? SOURCE)}
          target="_blank"
          rel="noreferrer"
        >
          <Trans>Show the waiver</Trans>
        </a>
      </fieldset>
    </div>
  );
}

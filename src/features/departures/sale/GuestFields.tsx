import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { LANGUAGES, languageOf, SOURCE, withPrefix } from '@/lib/i18n/languages';
import { paths } from '@/lib/routing/paths';
import { Checkbox, Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { PhoneField } from '@/ui/form/PhoneField';
import type { SaleState } from './use-sale';

/** A name and a number, if they want: neither is needed. */
export function GuestFields({ sale: { guest, change, problems } }: { sale: SaleState }) {
  const { t } = useLingui();
  const id = useId();
  const [typed] = useState(guest.name !== '' || guest.whatsapp !== '');
  return (
    <details open={typed || problems.whatsapp !== undefined}>
      <summary className="min-h-11 cursor-pointer py-2.5 text-ink-2">
        <Trans>Name and WhatsApp, if they want</Trans>
      </summary>
      <div className="grid gap-4 pt-2">
        <Field label={t`Name`} optional>
          <Input
            value={guest.name}
            maxLength={120}
            autoComplete="off"
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        <PhoneField
          id={`${id}-whatsapp`}
          label={t`WhatsApp number`}
          optional
          error={problems.whatsapp}
          value={guest.whatsapp}
          onChange={(whatsapp) => change({ whatsapp })}
          onBlur={() => undefined}
          disabled={false}
        />
      </div>
    </details>
  );
}

/** The guest reads the waiver on this phone, in their language; the seller ticks it for them. */
export function WaiverField({ sale: { guest, change, problems } }: { sale: SaleState }) {
  const { t } = useLingui();
  const name = useId();
  return (
    <div className="grid gap-1">
      <Checkbox
        label={<Trans>They have read and accept the waiver, for everybody who comes along</Trans>}
        checked={guest.waiver}
        error={problems.waiver}
        onChange={(event) => change({ waiver: event.target.checked })}
      />
      <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-1 pl-8 text-sm">
        <legend className="sr-only">{t`Language of the guest`}</legend>
        {LANGUAGES.map((language) => (
          <span key={language.code} className="inline-flex items-center gap-x-2">
            <label className="check min-h-9!">
              <input
                type="radio"
                name={name}
                checked={guest.language === language.code}
                onChange={() => change({ language: language.code })}
              />
              <span lang={language.code}>{language.name}</span>
            </label>
          </span>
        ))}
        <a
          className="inline-flex min-h-9 items-center underline underline-offset-4"
          href={withPrefix(paths.waiver, languageOf(guest.language) ?? SOURCE)}
          target="_blank"
          rel="noreferrer"
        >
          <Trans>Show the waiver</Trans>
        </a>
      </fieldset>
    </div>
  );
}

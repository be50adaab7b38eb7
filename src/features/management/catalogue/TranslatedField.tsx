import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { capitalized } from '@/lib/format/sentence';
import { languageName } from '@/lib/i18n/intl';
import { LANGUAGES } from '@/lib/i18n/languages';
import { Input, Select, Textarea } from '@/ui/form/controls';
import { Field, type FieldProps } from '@/ui/form/Field';
import { useFormContext } from '@/ui/form/Form';
import {
  furtherLanguages,
  labelIn,
  storedTexts,
  type Translated,
  type TranslatedText,
  type TranslatedValues,
  type TranslationState,
  translationState,
  withOriginal,
} from './translations';

/** Asks for the original language of a new listing, and shows it afterwards. */
export function OriginalLanguage({ record }: { record: Translated | null }) {
  const { t } = useLingui();
  const { values, field, setValue } = useFormContext<TranslatedValues>();
  const language = languageName(values.language);
  if (record) {
    return (
      <p className="text-sm text-ink-2">
        <Trans>Written in {language} first. Anything not translated is shown as you wrote it.</Trans>
      </p>
    );
  }
  return (
    <Field
      label={t`Written in`}
      hint={t`The language you write in first. Anything not translated is shown as you wrote it.`}
      {...field('language')}
    >
      <Select
        value={values.language}
        onChange={({ target }) => {
          setValue('translations', withOriginal(values, target.value));
          setValue('language', target.value);
        }}
        options={LANGUAGES.map(({ code }) => ({ value: code, label: capitalized(languageName(code)) }))}
      />
    </Field>
  );
}

interface Props extends Pick<FieldProps, 'hint' | 'optional'> {
  /** The name of the column. */
  name: string;
  text: TranslatedText;
  /** The stored row, or null for a new one. */
  record: Translated | null;
  /** The number of lines of a multi-line text. */
  rows?: number;
  required?: boolean;
  readOnly?: boolean;
}

/** The field grows with its text, starting at `rows` lines. */
const grown = (rows: number) => ({
  className: 'max-h-[60dvh] [field-sizing:content]',
  style: { minHeight: `calc(${rows} * 1.5rem + 1.375rem)` },
});

/** Edits a text in each language, the original first. The fields are side by side if there is room. */
export function TranslatedField({ name, text, record, hint, optional, rows, required, readOnly }: Props) {
  const { i18n, t } = useLingui();
  const { values, field, register } = useFormContext<TranslatedValues & Record<string, string>>();
  const label = i18n._(text.label);
  const language = languageName(values.language);
  const control = (path: string, lang: string) => ({
    ...register(path),
    lang,
    readOnly,
  });
  const box = (props: ReturnType<typeof control> & { 'aria-required'?: boolean | undefined }) =>
    rows ? <Textarea rows={rows} {...grown(rows)} {...props} /> : <Input {...props} />;
  return (
    <div className="@container">
      <div className="grid gap-x-4 gap-y-5 @lg:auto-cols-fr @lg:grid-flow-col">
        <Field label={label} optional={optional ?? false} hint={hint ?? t`Original, in ${language}`} {...field(name)}>
          {box({ ...control(name, values.language), 'aria-required': required })}
        </Field>
        {furtherLanguages(values.language).map(({ code }) => {
          const path = `translations.${code}.${name}`;
          const now = { original: values[name] ?? '', translation: values.translations[code]?.[name] ?? '' };
          const state = translationState(now, record && storedTexts(record, name, code));
          const isRight = values.still_right.includes(`${code}.${name}`);
          return (
            <div key={code} className="grid content-start gap-2">
              <Field label={labelIn(label, code)} hint={hintOf(state, isRight)} {...field(path)}>
                {box(control(path, code))}
              </Field>
              {state === 'older' && !readOnly && <StillRight name={`${code}.${name}`} label={labelIn(label, code)} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface StillRightProps {
  /** The field's name, such as 'es.title'. */
  name: string;
  label: string;
}

/** Lets the user confirm that a translation is still correct although its original has changed. */
function StillRight({ name, label }: StillRightProps) {
  const { t } = useLingui();
  const { values, setValue } = useFormContext<TranslatedValues>();
  const isRight = values.still_right.includes(name);
  const others = values.still_right.filter((one) => one !== name);
  return (
    <button
      type="button"
      className="chip justify-self-start"
      aria-label={t`Still correct: ${label}`}
      aria-pressed={isRight}
      onClick={() => setValue('still_right', isRight ? others : [...others, name])}
    >
      {isRight && <Check aria-hidden="true" />}
      <span>
        <Trans>Still correct</Trans>
      </span>
    </button>
  );
}

function hintOf(state: TranslationState, isRight: boolean) {
  if (state === 'current') return undefined;
  if (state === 'missing') {
    return (
      <span>
        <Trans>Not translated yet</Trans>
      </span>
    );
  }
  return isRight ? (
    <span>
      <Trans>Will be saved as still correct</Trans>
    </span>
  ) : (
    <span className="font-semibold text-warn-text">
      <Trans>The original has changed since</Trans>
    </span>
  );
}

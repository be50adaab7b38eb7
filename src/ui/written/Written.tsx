import { Trans, useLingui } from '@lingui/react/macro';
import { currentLanguage } from '@/lib/i18n/i18n';
import { cx } from '../cx.ts';
import { Fresh } from '../Fresh.tsx';
import { useWritten } from './use-written.ts';

interface Props {
  text: string;
  className?: string;
}

/**
 * Shows text that someone wrote, marked with its language. Offers the browser's translation where the browser has one.
 */
export function Written({ text, className }: Props) {
  const { t } = useLingui();
  const { language, translatable, translation, ask, close } = useWritten(text);
  const translated = translation?.translated;
  const waits = translation !== undefined && translated === undefined;
  return (
    <>
      <p dir="auto" lang={language} className={className}>
        {text}
      </p>
      {translatable && (
        <div className="text-sm" aria-live="polite">
          {translated && (
            <p dir="auto" lang={currentLanguage().code} className={cx(className, 'border-s-2 border-line-strong ps-3')}>
              {translated}
            </p>
          )}
          {translated === null && (
            <p className="text-ink-2">
              <Trans>Your browser couldn't translate this text.</Trans>
            </p>
          )}
          {translated && (
            <span className="me-2 text-ink-3">
              <Trans>Translated by your browser</Trans>
            </span>
          )}
          <button
            type="button"
            aria-busy={waits}
            disabled={waits}
            className="min-h-11 font-semibold text-brand-text underline underline-offset-4 md:min-h-7"
            onClick={translated ? close : ask}
          >
            <Fresh>{waits ? t`Translating…` : translated ? t`Show only the original` : t`Translate text`}</Fresh>
          </button>
        </div>
      )}
    </>
  );
}

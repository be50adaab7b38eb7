import { Trans } from '@lingui/react/macro';
import { languageName } from '@/lib/i18n/intl';
import { cx } from '@/ui/cx';

export function InLanguage({ code, className }: { code: string | undefined; className?: string }) {
  if (!code) return null;
  const language = languageName(code);
  return (
    <span
      className={cx('inline-block rounded-sm bg-surface-2 px-1.5 py-0.5 text-xs font-semibold text-ink-2', className)}
    >
      <Trans>In {language}</Trans>
    </span>
  );
}

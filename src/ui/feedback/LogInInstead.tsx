import { t } from '@lingui/core/macro';
import { currentLanguage } from '@/lib/i18n/i18n';
import { withPrefix } from '@/lib/i18n/languages';
import { paths } from '@/lib/routing/paths';

/**
 * Shows a failure in a toast, with a link to the login. Toasts are outside the router, so the link loads a new page.
 * Signing in then leads back to the page before (`referringPage`).
 */
export function LogInInstead({ why }: { why: string }) {
  return (
    <>
      {why}{' '}
      <a
        href={withPrefix(paths.login, currentLanguage())}
        className="-my-3 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {t`Login`}
      </a>
    </>
  );
}

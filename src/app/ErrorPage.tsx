import { Trans } from '@lingui/react/macro';
import { useRouteError } from 'react-router-dom';
import { AppError } from '@/lib/api/errors';
import { currentLanguage } from '@/lib/i18n/i18n';
import { SOURCE, withPrefix } from '@/lib/i18n/languages';
import { paths } from '@/lib/routing/paths';

/** Replaces a page that failed. It uses only plain elements, because the failure may be in the design system. */
export function ErrorPage() {
  const error = useRouteError();
  return (
    <div className="shell flex flex-1 flex-col items-start justify-center py-24">
      <h1 className="font-title text-4xl">
        <Trans>Unexpected Application Error!</Trans>
      </h1>
      {/* Messages of programming errors are in English, whatever the page's language. */}
      <p lang={error instanceof AppError ? undefined : SOURCE.code} className="mt-3 max-w-prose text-ink-2">
        {error instanceof Error ? error.message : String(error)}
      </p>
      <p className="mt-1 max-w-prose text-ink-2">
        <Trans>Your booking details are saved. Reload the page, or start from the home page.</Trans>
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
          <Trans>Reload the page</Trans>
        </button>
        <a href={withPrefix(paths.home, currentLanguage())} className="btn btn-secondary">
          <Trans>Go to Home Page</Trans>
        </a>
      </div>
    </div>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { partnerFormScriptUrl, partnerFormUrl } from '@/lib/env';

/** The height of the external form in pixels. */
const HEIGHT = 997;

export function ExternalForm() {
  const { t } = useLingui();
  useEffect(() => {
    if (!partnerFormScriptUrl) return;
    const script = document.createElement('script');
    script.src = partnerFormScriptUrl;
    script.async = true;
    document.body.append(script);
    return () => script.remove();
  }, []);
  return (
    <>
      <iframe
        src={partnerFormUrl}
        title={t`Application form`}
        height={HEIGHT}
        className="w-full rounded-lg border border-line bg-white"
        style={{ height: HEIGHT }}
        referrerPolicy="strict-origin-when-cross-origin"
      />
      {/* We can't tell from here whether the other site has responded. */}
      <p className="mt-3 text-sm text-ink-2">
        <Trans>
          Can't see the form?{' '}
          <a
            href={partnerFormUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center font-semibold text-brand-text underline underline-offset-4"
          >
            Open it in a new tab
          </a>
        </Trans>
      </p>
    </>
  );
}

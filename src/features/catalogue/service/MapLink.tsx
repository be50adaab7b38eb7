import { Trans } from '@lingui/react/macro';
import { webLink } from '@/lib/format/web-link';
import { cx } from '@/ui/cx';

/** A place on a map; nothing where the link leads nowhere. */
export function MapLink({ link, className }: { link: string | null | undefined; className: string }) {
  const href = webLink(link);
  if (!href) return null;
  return (
    <a
      className={cx('inline-flex items-center underline underline-offset-4', className)}
      href={href}
      target="_blank"
      rel="noreferrer"
    >
      <Trans>View on Google Maps</Trans>
    </a>
  );
}

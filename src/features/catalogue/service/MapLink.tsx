import { Trans } from '@lingui/react/macro';
import { webLink } from '@/lib/format/web-link';
import { cx } from '@/ui/cx';

/** Shows a link to a map, or nothing if the address is invalid. */
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

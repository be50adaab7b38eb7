import { Trans, useLingui } from '@lingui/react/macro';
import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { webLink } from '@/lib/format/web-link';
import { directionsTo, type TicketRow } from './pages';

/** Where it begins, in words; a map knows the way. */
export function Place({ row, title }: { row: TicketRow; title: string }) {
  const { t } = useLingui();
  const href = webLink(directionsTo(row));
  const place = row.service?.place ?? row.territory?.name;
  if (!place) return null;
  const beside = row.service?.directions ?? (row.service?.place ? row.territory?.name : null);
  return (
    <Line icon={<MapPin aria-hidden="true" className="size-5 flex-none text-accent-text" />}>
      <p className="min-w-0 flex-[1_1_7rem] text-[.9375rem] leading-snug [overflow-wrap:anywhere]">
        <strong className="block font-bold">{place}</strong>
        {beside && <span className="text-sm text-ink-2">{beside}</span>}
      </p>
      {href && (
        <a
          className="btn btn-secondary"
          href={href}
          target="_blank"
          rel="noreferrer"
          aria-label={t`Map of the way to ${title}`}
        >
          <span>
            <Trans>Map</Trans>
          </span>
        </a>
      )}
    </Line>
  );
}

/** A row of a card: what it is about, and what one can do there. */
export function Line({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-2.5 md:col-start-1">
      {icon}
      {children}
    </div>
  );
}

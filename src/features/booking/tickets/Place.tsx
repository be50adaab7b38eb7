import { Trans, useLingui } from '@lingui/react/macro';
import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { webLink } from '@/lib/format/web-link';
import { directionsTo, type TicketRow } from './pages';

/** Shows the meeting place in words with a link to the map. */
export function Place({ row, title }: { row: TicketRow; title: string }) {
  const { t } = useLingui();
  const href = webLink(directionsTo(row));
  const region = row.territory && { text: row.territory.name, lang: row.territory.untranslated?.name };
  const { place, placeLanguage, directions, directionsLanguage } = row.service ?? {};
  const first = place ? { text: place, lang: placeLanguage } : region;
  if (!first) return null;
  const beside = directions ? { text: directions, lang: directionsLanguage } : place ? region : null;
  return (
    <Line icon={<MapPin aria-hidden="true" className="size-5 flex-none text-accent-text" />}>
      <p className="min-w-0 flex-[1_1_7rem] text-[.9375rem] leading-snug [overflow-wrap:anywhere]">
        <strong className="block font-bold" lang={first.lang}>
          {first.text}
        </strong>
        {beside && (
          <span className="text-sm text-ink-2" lang={beside.lang}>
            {beside.text}
          </span>
        )}
      </p>
      {href && (
        <a className="btn btn-secondary" href={href} target="_blank" rel="noreferrer" aria-label={t`Map to ${title}`}>
          <span>
            <Trans>Map</Trans>
          </span>
        </a>
      )}
    </Line>
  );
}

export function Line({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-2.5 md:col-start-1">
      {icon}
      {children}
    </div>
  );
}

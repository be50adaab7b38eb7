import { Trans } from '@lingui/react/macro';
import { ArrowRight, Clock, MapPin, Timer, Users } from 'lucide-react';
import { Link } from 'react-router-dom';
import { InLanguage } from '@/features/catalogue/InLanguage';
import { Rating } from '@/features/catalogue/reviews/Rating';
import { CardPicture } from '@/features/catalogue/service/CardPicture';
import { formatJourney, formatTimes } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { paths, withQuery } from '@/lib/routing/paths';
import { Journey, TypeLabel } from './labels.tsx';
import type { TransportListItem } from './queries.ts';

interface Props {
  transport: TransportListItem;
  /** A partner's code, which the link passes on. */
  referral: string | null;
  priority?: boolean;
}

export function TransportCard({ transport, referral, priority = false }: Props) {
  const { type, territory } = transport;
  return (
    <article className="card card-lift group relative flex h-full flex-col overflow-hidden">
      <CardPicture
        url={transport.image_urls[0]}
        sizes="(min-width: 80rem) 19rem, (min-width: 64rem) calc(50vw - 11rem), (min-width: 40rem) 47vw, calc(100vw - 2rem)"
        priority={priority}
        className="aspect-video"
        badge={type && <TypeLabel type={type} />}
      />
      <div className="flex flex-1 flex-col p-4">
        <h2 className="text-lg leading-snug font-bold break-words group-hover:text-brand-text">
          {/* The link covers the whole card, but screen readers read only its title. */}
          <Link
            to={withQuery(paths.transport(transport.id), { ref: referral })}
            className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-focus"
            lang={transport.untranslated?.title}
          >
            {transport.title}
          </Link>
        </h2>
        <p className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-2">
          <span lang={territory?.untranslated?.name}>{territory?.name}</span>
          <InLanguage code={transport.untranslated?.title} />
          <Rating average={transport.rating_average} count={transport.rating_count} />
        </p>
        <Facts transport={transport} />
        <Price transport={transport} />
      </div>
    </article>
  );
}

function Facts({ transport }: { transport: TransportListItem }) {
  const most = transport.booking_type === 'private' ? transport.max_private_guests : transport.max_spots;
  const line = 'inline-flex min-w-0 items-center gap-2 [&>svg]:size-4 [&>svg]:flex-none [&>svg]:text-ink-3';
  return (
    <ul className="nums mt-3 mb-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-x-3 gap-y-1.5 text-sm">
      {transport.times.length > 0 && (
        <li className={line}>
          <Clock aria-hidden="true" />
          {formatTimes(transport.times)}
        </li>
      )}
      {transport.duration_hours !== null && (
        <li className={line}>
          <Timer aria-hidden="true" />
          {formatJourney(transport.duration_hours * 60)}
        </li>
      )}
      {transport.destination && (
        <li className="col-span-full flex flex-wrap gap-x-2">
          <MapPin aria-hidden="true" className="mt-0.5 size-4 flex-none text-ink-3" />
          <Journey
            from={transport.pickup_location}
            to={transport.destination}
            fromLang={transport.untranslated?.pickup_location}
            toLang={transport.untranslated?.destination}
            className="fit-words"
          />
        </li>
      )}
      <li className={`${line} col-span-full`}>
        <Users aria-hidden="true" />
        <Trans>Up to {most} passengers</Trans>
      </li>
    </ul>
  );
}

function Price({ transport }: { transport: TransportListItem }) {
  const { booking_type: type, shared_price: shared, private_price: whole } = transport;
  const money = (amount: number) => formatMoney(amount, transport.territory?.currency_symbol);
  const price = (amount: number) => <strong className="nums text-lg font-bold text-ink">{money(amount)}</strong>;
  const privately = whole === null ? null : money(whole);
  return (
    <div className="mt-auto flex items-center justify-between gap-3 border-t border-line pt-3">
      <div>
        <p className="text-ink-2">
          {type === 'private'
            ? whole !== null && (
                <span>
                  <Trans>{price(whole)} per vehicle</Trans>
                </span>
              )
            : shared !== null && (
                <span>
                  <Trans>From {price(shared)} / person</Trans>
                </span>
              )}
        </p>
        {type === 'both' && privately && (
          <p className="nums text-sm text-ink-2">
            <Trans>Private from {privately}</Trans>
          </p>
        )}
      </div>
      <ArrowRight
        aria-hidden="true"
        className="size-5 flex-none text-brand-text transition-transform duration-150 group-hover:translate-x-0.5"
      />
    </div>
  );
}

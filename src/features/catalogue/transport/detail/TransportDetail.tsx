import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft, MapPin } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Reviews } from '@/features/catalogue/reviews/Reviews';
import { Journey } from '@/features/catalogue/transport/Journey';
import { TypeIcon, typeName } from '@/features/catalogue/transport/kinds';
import type { Transport } from '@/features/catalogue/transport/queries';
import { paths, withQuery } from '@/lib/routing/paths';
import { Badge } from '@/ui/Badge';
import { PhotoCarousel } from '@/ui/media/PhotoCarousel';
import { Facts } from './Facts';

export function BackLink({ referral }: { referral: string | null }) {
  return (
    <Link
      to={withQuery(paths.transports, { ref: referral })}
      className="mt-3 inline-flex min-h-11 items-center gap-1.5 text-sm font-medium text-ink-2 hover:text-ink"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      <Trans>Back to transport</Trans>
    </Link>
  );
}

/** Where to be, how to find it, and the way there. */
function PickupBox({ transport }: { transport: Transport }) {
  const { t } = useLingui();
  const { pickup } = transport;
  const link = /^https?:\/\//i.test(pickup?.map_link ?? '') ? pickup?.map_link : null;
  return (
    <section aria-label={t`Pickup location`} className="card mt-8 flex gap-4 p-5">
      <MapPin aria-hidden="true" className="mt-0.5 size-6 flex-none text-accent-text" />
      <div className="min-w-0">
        <h2 className="text-sm text-ink-2">
          <Trans>Pickup location</Trans>
        </h2>
        <p className="text-lg font-bold break-words">{pickup?.name ?? transport.pickup_location}</p>
        {pickup?.directions && (
          <p className="mt-1 max-w-prose break-words whitespace-pre-line text-ink-2">{pickup.directions}</p>
        )}
        {link && (
          <a
            className="mt-1.5 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            href={link}
            target="_blank"
            rel="noreferrer"
          >
            <Trans>View on Google Maps</Trans>
          </a>
        )}
      </div>
    </section>
  );
}

/** The left column: pictures, where from and where to, facts, the pickup and the text. */
export function TransportDetail({ transport, referral }: { transport: Transport; referral: string | null }) {
  const { type, territory } = transport;
  return (
    <div className="min-w-0">
      <PhotoCarousel images={transport.image_urls} title={transport.title} />
      <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        {type && (
          <Badge tone="accent">
            <TypeIcon id={type.id} />
            {typeName(type)}
          </Badge>
        )}
        {territory && (
          <Link
            to={withQuery(paths.territory(territory.id), { ref: referral })}
            className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4"
          >
            {territory.name}
          </Link>
        )}
      </div>
      <h1 tabIndex={-1} className="font-title mt-1 text-4xl break-words">
        {transport.title}
      </h1>
      {transport.destination && (
        <p className="mt-2 text-lg text-ink-2">
          <Journey from={transport.pickup_location} to={transport.destination} />
        </p>
      )}
      <Facts transport={transport} />
      <PickupBox transport={transport} />
      <div className="mt-7 grid max-w-prose gap-4 text-[1.0625rem] leading-7 break-words text-ink-2">
        {transport.description.split(/\n{2,}/).map((paragraph) => (
          <p key={paragraph} className="whitespace-pre-line">
            {paragraph}
          </p>
        ))}
      </div>
      <Reviews
        kind="transport"
        serviceId={transport.id}
        average={transport.rating_average}
        count={transport.rating_count}
      />
    </div>
  );
}

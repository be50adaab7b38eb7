import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Bus, Clock3, Copy, EyeOff, MapPin, Pencil, Timer, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { typeName } from '@/features/catalogue/transport/labels';
import { workKeys } from '@/features/departures/day/queries';
import type { TerritoryCurrency } from '@/features/management/bookings/money';
import { setServiceVisible } from '@/features/management/catalogue/queries';
import { useDuplicate } from '@/features/management/catalogue/use-duplicate';
import { useHideQuestion } from '@/features/management/deletion/use-hide-question';
import { usePages } from '@/lib/api/use-pages';
import { formatJourney, formatTimes } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { parseImage } from '@/lib/media/media';
import { Badge } from '@/ui/Badge';
import { Button, LinkButton } from '@/ui/Button';
import { MorePages } from '@/ui/feedback/MorePages';
import { Pending } from '@/ui/feedback/Pending';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { EmptyState, Skeleton } from '@/ui/feedback/states';
import { Poster } from '@/ui/media/Poster';
import { visibilityAction } from '@/ui/table/common-actions';
import { AddLink } from './AddLink';
import { isServiceId, type ListedService, placesQuery, serviceQuery, servicesQuery } from './queries';
import { ShuttleForm } from './ShuttleForm';
import { useChange } from './use-change';
import { formLink, useOpenForm } from './use-open-form';

interface Props {
  userId: string;
  territoryId: string;
  currency: TerritoryCurrency;
  status: StatusControls;
}

export default function Services({ userId, territoryId, currency, status }: Props) {
  const { t } = useLingui();
  const { form, onDone } = useOpenForm('services', status);
  const acts = useCardActs({ userId, territoryId, status });
  const [round, setRound] = useState(0);
  const isEdit = isServiceId(form);
  const services = usePages({ ...servicesQuery(userId, territoryId), enabled: form !== 'new' && !isEdit });
  const edited = useQuery({ ...serviceQuery(userId, territoryId, form), enabled: isEdit });
  const places = useQuery({ ...placesQuery(userId, territoryId), enabled: form === 'new' || isEdit });
  // If the service doesn't exist or belongs to another territory, the list is shown.
  const open = form === 'new' || (isEdit && edited.data !== null);
  const missing = open
    ? [...(isEdit ? [edited] : []), places].find(({ data }) => data === undefined)
    : services.data
      ? undefined
      : services;
  if (missing) {
    return (
      <Pending query={missing} label={t`Loading services`} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Skeleton className="h-80 rounded-lg!" />
        <Skeleton className="h-80 rounded-lg!" />
      </Pending>
    );
  }
  if (open) {
    return (
      <ShuttleForm
        key={`${form}-${round}`}
        userId={userId}
        territoryId={territoryId}
        service={edited.data ?? null}
        places={places.data ?? []}
        currency={currency}
        onDone={onDone}
        onReload={() => void edited.refetch().then(() => setRound(round + 1))}
      />
    );
  }
  const shuttles = services.rows ?? [];
  return (
    <>
      <ShuttleList services={shuttles} symbol={currency.symbol} acts={acts} more={<MorePages pages={services} />} />
      {acts.question}
    </>
  );
}

/** Provides the acts of a service's card: showing, hiding and duplicating it. */
function useCardActs({ userId, territoryId, status }: Omit<Props, 'currency'>) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const copying = useDuplicate({
    refresh: [workKeys.all(userId)],
    onCopied: (copyId) => void navigate(formLink('services', copyId)),
    onFailure: status.failure,
  });
  const { change, busy } = useChange(userId, status);
  const setVisible = (id: string, visible: boolean) =>
    change({
      id,
      run: () => setServiceVisible({ id, visible }),
      done: visible ? t`Guests can now book this service` : t`Guests can no longer find this service`,
    });
  const hiding = useHideQuestion((id) => setVisible(id, false));
  return {
    copying,
    toggle: ({ id, title, visible }: ListedService) =>
      visible ? hiding.ask({ territoryId, kind: 'transport', id, name: title }) : setVisible(id, true),
    toggling: (id: string) => busy === id || hiding.asking(id),
    question: hiding.question,
  };
}

interface ListProps {
  services: readonly ListedService[];
  symbol: string;
  acts: ReturnType<typeof useCardActs>;
  /** The button that loads the next page. */
  more: ReactNode;
}

function ShuttleList({ services, symbol, acts, more }: ListProps) {
  if (services.length === 0) {
    return (
      <EmptyState
        icon={<Bus aria-hidden="true" />}
        title={<Trans>No shuttle services yet</Trans>}
        actions={
          <LinkButton variant="primary" to={formLink('services', 'new')}>
            <Trans>Add your first service</Trans>
          </LinkButton>
        }
      />
    );
  }
  return (
    <div className="grid gap-4">
      <AddLink tab="services">
        <Trans>Add service</Trans>
      </AddLink>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {services.map((service) => (
          <ServiceCard key={service.id} service={service} symbol={symbol} acts={acts} />
        ))}
      </ul>
      {more}
    </div>
  );
}

type CardProps = Pick<ListProps, 'symbol' | 'acts'> & { service: ListedService };

function ServiceCard({ service, symbol, acts }: CardProps) {
  const { t } = useLingui();
  const { title, untranslated = {} } = service;
  const image = service.image_urls[0];
  const toggle = visibilityAction(title, {
    visible: service.visible,
    busy: acts.toggling(service.id),
    onSelect: () => acts.toggle(service),
  });
  return (
    <li className="card flex flex-col overflow-hidden">
      {image && (
        <Poster
          picture={parseImage(image)}
          alt=""
          sizes="(min-width: 64rem) 26rem, 100vw"
          frame={false}
          className="aspect-video"
        />
      )}
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div className="flex flex-wrap items-start justify-between gap-x-3">
          <h2
            lang={untranslated.title}
            className="flex-1 basis-32 text-lg leading-snug font-bold [overflow-wrap:anywhere]"
          >
            {title}
          </h2>
          <p className="ml-auto flex-none text-right font-bold whitespace-nowrap">
            <span className="nums">{price(service, symbol)}</span>
            <span className="block text-sm font-normal text-ink-2">
              {service.booking_type === 'private' ? <Trans>per group</Trans> : <Trans>per person</Trans>}
            </span>
          </p>
        </div>
        <p lang={untranslated.description} className="line-clamp-3 text-ink-2 [overflow-wrap:anywhere]">
          {service.description}
        </p>
        <Facts service={service} />
        <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3">
          {service.visible ? (
            <span />
          ) : (
            <Badge tone="line">
              <EyeOff aria-hidden="true" />
              <Trans>Hidden</Trans>
            </Badge>
          )}
          {service.transport_type_id === 'shuttle' ? (
            <div className="flex flex-wrap justify-end gap-2">
              <Button
                size="sm"
                icon={toggle.icon}
                busy={acts.toggling(service.id)}
                aria-label={toggle.label}
                onClick={toggle.onSelect}
              >
                {toggle.short}
              </Button>
              <Button
                size="sm"
                icon={<Copy aria-hidden="true" />}
                busy={acts.copying.busy(service.id)}
                aria-label={t`Duplicate ${title}`}
                onClick={() => acts.copying.duplicate(service.id)}
              >
                <Trans>Duplicate</Trans>
              </Button>
              <Link
                className="btn btn-secondary btn-sm"
                to={formLink('services', service.id)}
                aria-label={t`Edit ${title}`}
              >
                <Pencil aria-hidden="true" />
                <Trans>Edit</Trans>
              </Link>
            </div>
          ) : (
            <p className="text-sm text-ink-2">
              <Trans>The region's team edits this service.</Trans>
            </p>
          )}
        </div>
      </div>
    </li>
  );
}

function Facts({ service }: { service: ListedService }) {
  const { available_spots: free, max_spots: most } = service;
  const times = service.slots.flatMap(({ start_time }) => start_time ?? []);
  return (
    <ul className="mt-auto grid gap-1.5 text-sm [&_svg]:size-4 [&_svg]:flex-none [&_svg]:text-ink-2 [&>li]:flex [&>li]:items-center [&>li]:gap-2">
      <li>
        <MapPin aria-hidden="true" />
        <span lang={service.untranslated?.pickup_location}>{service.pickup_location}</span>
      </li>
      {times.length > 0 && (
        <li>
          <Clock3 aria-hidden="true" />
          {formatTimes(times)}
        </li>
      )}
      {service.duration_hours !== null && (
        <li>
          <Timer aria-hidden="true" />
          {formatJourney(Number(service.duration_hours) * 60)}
        </li>
      )}
      <li>
        <Users aria-hidden="true" />
        <Trans>
          {free} of {most} spots
        </Trans>
      </li>
      <li>
        <Bus aria-hidden="true" />
        {typeName({ id: service.transport_type_id, name: service.type_name })}
      </li>
    </ul>
  );
}

function price(service: ListedService, symbol: string): string {
  const amount = service.booking_type === 'private' ? service.private_price : service.shared_price;
  return amount === null ? '-' : formatMoney(Number(amount), symbol);
}

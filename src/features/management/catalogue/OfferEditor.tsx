import { Trans, useLingui } from '@lingui/react/macro';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ArrowLeft, CalendarDays, Pencil } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { localizeInner } from '@/lib/i18n/listing-texts';
import { paths, withQuery } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { ErrorState } from '@/ui/feedback/states';
import { Tabs, useTab } from '@/ui/Tabs';
import { DeparturesCalendar } from '../departures/DeparturesCalendar';
import { MinimumForm } from '../departures/MinimumForm';
import { type Currency, currencyOf, offerTerritoryQuery } from './queries';
import type { Translated } from './translations';

/** The data that the page passes to a service's form. */
export interface OfferFormProps {
  territoryId: string;
  currency: Currency;
  /** The address of the list that the user came from. */
  back: string;
  /** False while the calendar is visible. */
  shown: boolean;
  /** Refetches the service and resets the form. */
  onReload: () => void;
}

interface Props {
  kind: ServiceKind;
  /** 'new', or the id from the URL. */
  id: string;
  territoryId: string;
  title: string;
  /** The stored service. It isn't requested for a new one. */
  offer: UseQueryResult<(Translated & { title: string }) | null>;
  /** Other queries that the form needs. */
  others?: readonly UseQueryResult[];
  /** Shown if the service doesn't exist. */
  missing: string;
  form: (props: OfferFormProps) => ReactNode;
}

/** Shows the page for editing a service, with its form and the calendar of its departures. */
export function OfferEditor({ kind, id, territoryId, title, offer, others = [], missing, form }: Props) {
  useTitle(title);
  const [round, setRound] = useState(0);
  const isNew = id === 'new';
  const named = offer.data && localizeInner(offer.data, ['title']);
  const territory = useQuery(offerTerritoryQuery(territoryId));
  const needed: UseQueryResult[] = [territory, ...others, ...(isNew ? [] : [offer])];
  const error = needed.find((query) => query.data === undefined && query.error)?.error;
  const back = withQuery(paths.manageRegion, { tab: kind === 'experience' ? 'experiences' : 'transport' });
  const drawForm = (shown: boolean) => (
    <Fragment key={`${id}-${round}`}>
      {form({
        territoryId,
        currency: currencyOf(territory.data),
        back,
        shown,
        onReload: () => void offer.refetch().then(() => setRound(round + 1)),
      })}
    </Fragment>
  );
  let content: ReactNode;
  if (error) {
    const retry = () => void Promise.all(needed.map((query) => query.refetch()));
    content = <ErrorState title={error.message} onRetry={retry} />;
  } else if (needed.some((query) => query.isPending)) content = <PageSpinner />;
  else if (needed.some((query) => query.data === null)) content = <ErrorState title={missing} />;
  else if (isNew) content = drawForm(true);
  else {
    const timeZone = territory.data?.time_zone ?? 'America/Guatemala';
    const calendar = (
      <>
        <DeparturesCalendar serviceId={id} timeZone={timeZone} />
        <MinimumForm serviceId={id} />
      </>
    );
    content = <FormAndCalendar form={drawForm} calendar={calendar} />;
  }
  return (
    <div className="@container mx-auto max-w-4xl">
      <Link
        to={back}
        className="-mt-3 inline-flex min-h-11 items-center gap-1.5 text-sm font-medium text-ink-2 hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        <Trans>Back to Region Management</Trans>
      </Link>
      <h1 tabIndex={-1} className="font-title text-3xl">
        {title}
      </h1>
      <p className="min-h-6 pb-4 text-ink-2 wrap-anywhere" lang={named?.untranslated?.title}>
        {named?.title}
      </p>
      {content}
    </div>
  );
}

/** The form stays mounted behind the calendar, so that it keeps its text, uploads and leave warning. */
function FormAndCalendar({ form, calendar }: { form: (shown: boolean) => ReactNode; calendar: ReactNode }) {
  const { t } = useLingui();
  const [tab, setTab] = useTab(['details', 'calendar']);
  const isForm = tab === 'details';
  // While only the calendar was visible, the form isn't loaded.
  const [opened, setOpened] = useState(isForm);
  if (isForm && !opened) setOpened(true);
  return (
    <Tabs
      label={t`Sections`}
      items={[
        { name: 'details', label: t`Details`, icon: <Pencil aria-hidden="true" /> },
        { name: 'calendar', label: t`Calendar`, icon: <CalendarDays aria-hidden="true" /> },
      ]}
      now={tab}
      onChange={setTab}
    >
      {opened && <div hidden={!isForm}>{form(isForm)}</div>}
      {tab === 'calendar' && calendar}
    </Tabs>
  );
}

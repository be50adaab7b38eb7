import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft, CalendarDays, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths, withQuery } from '@/lib/paths';
import { PageSpinner } from '@/ui/Spinner';
import { ErrorState } from '@/ui/states';
import { Tabs, useTab } from '@/ui/Tabs';

interface Props {
  title: string;
  /** The tab of Region Management that one came from. */
  from: 'experiences' | 'transport';
  pending: boolean;
  error: Error | null;
  onRetry: () => void;
  /** What is said where there is nothing to edit. */
  missing: string | null;
  form: () => ReactNode;
  /** None for what does not exist yet. */
  calendar: (() => ReactNode) | null;
}

/** A page that edits one thing of the region's offer: its form, and the calendar of its departures. */
export function EditScreen({ title, from, pending, error, onRetry, missing, form, calendar }: Props) {
  return (
    <div className="mx-auto max-w-4xl">
      <Link
        to={withQuery(paths.manageRegion, { tab: from })}
        className="-mt-3 inline-flex min-h-11 items-center gap-1.5 text-sm font-medium text-ink-2 hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        <Trans>Back to Region Management</Trans>
      </Link>
      <h1 tabIndex={-1} className="font-title mb-4 text-3xl">
        {title}
      </h1>
      {error ? (
        <ErrorState title={error.message} onRetry={onRetry} />
      ) : pending ? (
        <PageSpinner />
      ) : missing ? (
        <ErrorState title={missing} />
      ) : calendar ? (
        <Both form={form} calendar={calendar} />
      ) : (
        form()
      )}
    </div>
  );
}

/** What was typed is kept as a draft while the calendar is looked at. */
function Both({ form, calendar }: { form: () => ReactNode; calendar: () => ReactNode }) {
  const { t } = useLingui();
  const [now, go] = useTab(['details', 'calendar']);
  return (
    <Tabs
      label={t`What to edit`}
      items={[
        { name: 'details', label: t`Details`, icon: <Pencil aria-hidden="true" /> },
        { name: 'calendar', label: t`Calendar`, icon: <CalendarDays aria-hidden="true" /> },
      ]}
      now={now}
      onChange={go}
    >
      {now === 'details' ? form() : calendar()}
    </Tabs>
  );
}

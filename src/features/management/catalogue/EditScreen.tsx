import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft, CalendarDays, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths, withQuery } from '@/lib/routing/paths';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { ErrorState } from '@/ui/feedback/states';
import { Tabs, useTab } from '@/ui/Tabs';

interface Props {
  title: string;
  /** What is edited, as it is called now; none for what does not exist yet. */
  subject: string | undefined;
  /** The tab of Region Management that one came from. */
  from: 'experiences' | 'transport';
  pending: boolean;
  error: Error | null;
  onRetry: () => void;
  /** What is said where there is nothing to edit. */
  missing: string | null;
  /** `back`: the list that one came from. `shown`: not while the calendar is in front of it. */
  form: (back: string, shown: boolean) => ReactNode;
  /** None for what does not exist yet. */
  calendar: (() => ReactNode) | null;
}

/** A page that edits one thing of the region's offer: its form, and the calendar of its departures. */
export function EditScreen({ title, subject, from, pending, error, onRetry, missing, form, calendar }: Props) {
  const back = withQuery(paths.manageRegion, { tab: from });
  return (
    <div className="mx-auto max-w-4xl">
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
      <p className="min-h-6 pb-4 text-ink-2 wrap-anywhere">{subject}</p>
      {error ? (
        <ErrorState title={error.message} onRetry={onRetry} />
      ) : pending ? (
        <PageSpinner />
      ) : missing ? (
        <ErrorState title={missing} />
      ) : calendar ? (
        <Both form={(shown) => form(back, shown)} calendar={calendar} />
      ) : (
        form(back, true)
      )}
    </div>
  );
}

/** The form stays while the calendar is looked at: with what was typed, what is still on its way up, and its warning. */
function Both({ form, calendar }: { form: (shown: boolean) => ReactNode; calendar: () => ReactNode }) {
  const { t } = useLingui();
  const [now, go] = useTab(['details', 'calendar']);
  // Who came for the calendar alone loads no form.
  const [opened, setOpened] = useState(now === 'details');
  if (now === 'details' && !opened) setOpened(true);
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
      {opened && <div hidden={now !== 'details'}>{form(now === 'details')}</div>}
      {now === 'calendar' && calendar()}
    </Tabs>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { QueryFailed } from '@/ui/feedback/LoadFailed';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';
import { Dialog } from '@/ui/overlay/Dialog';
import { EntryList } from './EntryList';
import { cashBookOfQuery, type HeldCash } from './queries';

/** Shows the entries of a person's cash book. */
export default function PersonDialog({ book, name, onClose }: { book: HeldCash; name: string; onClose: () => void }) {
  const { t } = useLingui();
  const query = useQuery(cashBookOfQuery(book.territory_id, book.person_id));
  const entries = query.data?.entries.filter((entry) => entry.currency_code === book.currency_code);
  return (
    <Dialog open onOpenChange={onClose} title={name} description={t`Cash book of the last 31 days`} kind="side">
      {entries ? (
        entries.length > 0 ? (
          <EntryList entries={entries} label={t`Cash book`} />
        ) : (
          <p className="text-ink-2">
            <Trans>Nothing in the last 31 days.</Trans>
          </p>
        )
      ) : query.error ? (
        <QueryFailed query={query} />
      ) : (
        <LoadingArea label={t`Loading the cash book`}>
          <Skeleton className="h-64" />
        </LoadingArea>
      )}
    </Dialog>
  );
}

import { Trans } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { Button } from '@/ui/Button';
import { Input } from '@/ui/controls';

/** From here on, a name is found sooner by typing it. */
const SEARCH_FROM = 8;

const NONE: readonly never[] = [];

interface Props<T> {
  /** In their order. */
  people: readonly T[];
  find: (people: readonly T[], text: string) => readonly T[];
  /** So many are drawn; more when they are asked for. */
  step: number;
  searchLabel: string;
  placeholder: string;
  /** Said when nobody is there, and when nobody is found. */
  empty: ReactNode;
  notFound: ReactNode;
  /** A memoised card with its key: typing in the search draws none of them anew. */
  card: (one: T) => ReactNode;
}

/** The bookings of a departure that was opened, and the search among them where they are many. */
export function PeopleList<T>({ people, find, step, card, ...texts }: Props<T>) {
  const [search, setSearch] = useState('');
  const [most, setMost] = useState(step);
  const wanted = useDeferredValue(search);
  const found = useMemo(() => find(people, wanted), [find, people, wanted]);
  const first = useMemo(() => found.slice(0, most), [found, most]);
  // The departure opens in one frame; its bookings are drawn after it.
  const drawn = useDeferredValue<readonly T[]>(first, NONE);
  const hidden = found.length - most;
  return (
    <>
      {people.length >= SEARCH_FROM && (
        <div className="input-icon">
          <Search aria-hidden="true" />
          <Input
            type="search"
            aria-label={texts.searchLabel}
            placeholder={texts.placeholder}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      )}
      {found.length === 0 && (
        <p role="status" className="p-2 text-ink-2">
          {people.length === 0 ? texts.empty : texts.notFound}
        </p>
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">{drawn.map(card)}</ul>
      {hidden > 0 && (
        <Button block onClick={() => setMost(most + step)}>
          <Trans>Show more ({hidden})</Trans>
        </Button>
      )}
    </>
  );
}

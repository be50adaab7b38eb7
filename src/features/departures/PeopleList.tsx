import { Trans } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { Button } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { Input } from '@/ui/form/controls';

/** From here on, a name is found sooner by typing it. */
const SEARCH_FROM = 8;

/** What is drawn, and what of it is in sight. */
interface View<T> {
  people: readonly T[];
  shown: ReadonlySet<T>;
}
const NOBODY: View<never> = { people: [], shown: new Set() };

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
  /** What stands in a card: memoised, as typing in the search draws none of them anew. */
  card: (one: T) => ReactNode;
}

/** The bookings of a departure that was opened, and the search among them where they are many. */
export function PeopleList<T extends { id: string }>({ people, find, step, card, ...texts }: Props<T>) {
  const [search, setSearch] = useState('');
  const [most, setMost] = useState(step);
  const wanted = useDeferredValue(search);
  const found = useMemo(() => find(people, wanted), [find, people, wanted]);
  const view = useMemo((): View<T> => {
    const shown = new Set(found.slice(0, most));
    // What a search leaves out stays in the page: to take it out and put it in again costs a slow phone frames.
    return { people: people.filter((one, at) => at < most || shown.has(one)), shown };
  }, [people, found, most]);
  // The departure opens in one frame; its bookings are drawn after it.
  const drawn = useDeferredValue<View<T>>(view, NOBODY as View<T>);
  const cards = useMemo(
    () =>
      drawn.people.map((one) => {
        const out = !drawn.shown.has(one);
        return (
          <li
            key={one.id}
            inert={out}
            aria-hidden={out || undefined}
            className={cx(
              'card p-4',
              out
                ? 'invisible absolute h-0 overflow-hidden border-0! p-0! [content-visibility:hidden]'
                : '[contain-intrinsic-size:auto_21rem] [content-visibility:auto] sm:[contain-intrinsic-size:auto_11rem]',
            )}
          >
            {card(one)}
          </li>
        );
      }),
    [drawn, card],
  );
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
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">{cards}</ul>
      {hidden > 0 && (
        <Button block onClick={() => setMost(most + step)}>
          <Trans>Show more ({hidden})</Trans>
        </Button>
      )}
    </>
  );
}

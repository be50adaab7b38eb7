import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ArrowRight, ArrowUpDown, Pencil, Search } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { TripFields } from '@/features/catalogue/service/TripFields';
import { readTrip } from '@/features/catalogue/service/trip';
import { formatDay } from '@/lib/format/dates';
import { paths } from '@/lib/routing/paths';
import { Button, IconButton } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { namedOptions } from '@/ui/form/options';
import { type Ask, type Place, withPlace } from './ask';

interface Props {
  /** The current search, or null before the first one. */
  ask: Ask | null;
  /** Other URL parameters, which belong to the region of departure. */
  region: string;
  params: URLSearchParams;
  places: { from: readonly Place[]; to: readonly Place[] };
  /** The regions that have services within them, or null while they aren't known. */
  within: ReadonlySet<string> | null;
  /** The region whose page this is, which is then the fixed origin. */
  home: string | null;
  className?: string;
  onSearch: (ask: Ask) => void;
}

/**
 * Asks for origin, destination, date and people. It works as a native form without the app. After a search it is
 * one line on a phone. Pass the URL as `key`, because the URL sets the initial values, even after going back.
 */
export function SearchForm({ ask, region, params, places, within, home, className, onSearch }: Props) {
  const { t } = useLingui();
  const from = ask?.from ?? region;
  const to = ask?.to ?? '';
  // The region chosen as both origin and destination, if it has no services within it.
  const [same, setSame] = useState(from === to ? to : '');
  const [open, setOpen] = useState(ask === null || same !== '');
  const nowhere = same !== '' && within !== null && !within.has(same);
  const form = useRef<HTMLFormElement>(null);
  const read = (): Ask => {
    const fields = new FormData(form.current ?? undefined);
    const text = (name: string) => String(fields.get(name) ?? '');
    return {
      from: home ?? text('region'),
      to: text('to'),
      date: text('date'),
      people: Number(text('people')) || 1,
    };
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = read();
    const loops = next.to !== '' && next.from === next.to;
    if (!loops || !within || within.has(next.to)) return onSearch(next);
    setSame(next.to);
    form.current?.querySelector<HTMLElement>('[name=to]')?.focus();
  };
  const swap = () => {
    if (!form.current?.reportValidity()) return;
    const next = read();
    onSearch({ ...next, from: next.to, to: next.from });
  };
  const known = [...places.from, ...places.to];
  const ref = params.get('ref');
  return (
    <search aria-label={t`Find transport`} className={className}>
      {ask && !open && (
        <SearchLine
          ask={ask}
          nameOf={(id) => known.find((place) => place.id === id)?.name ?? id}
          onOpen={() => setOpen(true)}
        />
      )}
      <form
        ref={form}
        action={paths.transports}
        onSubmit={submit}
        onChange={() => setSame('')}
        className={cx(
          !open && 'max-lg:hidden',
          'card relative grid grid-cols-2 items-end gap-x-3 gap-y-3.5 rounded-xl! p-4 shadow-md lg:items-start lg:p-5',
          home
            ? 'lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,.8fr)_auto]'
            : 'lg:grid-cols-[minmax(0,1.25fr)_2.75rem_minmax(0,1.25fr)_minmax(0,1fr)_minmax(0,.8fr)_auto]',
        )}
      >
        {ref && <input type="hidden" name="ref" value={ref} />}
        {home ? (
          <input type="hidden" name="region" value={home} />
        ) : (
          <>
            <Field label={t({ message: 'From', context: 'place' })} className="col-span-2 pr-14 lg:col-span-1 lg:pr-0">
              <Select
                name="region"
                defaultValue={from}
                empty={t`Anywhere`}
                options={namedOptions(withPlace(places.from, from, known))}
              />
            </Field>
            <IconButton
              label={t`Swap From and To`}
              look="line"
              className="absolute top-[5.25rem] right-4 rounded-full! lg:static lg:mt-7"
              onClick={swap}
            >
              <ArrowUpDown aria-hidden="true" className="lg:rotate-90" />
            </IconButton>
          </>
        )}
        <Field
          label={t({ message: 'To', context: 'place' })}
          error={nowhere ? t`You're leaving from here. Please choose another place.` : undefined}
          className={cx('col-span-2 lg:col-span-1 lg:pr-0', !home && 'pr-14')}
        >
          <Select
            name="to"
            defaultValue={to}
            empty={t`Anywhere`}
            options={namedOptions(withPlace(places.to, to, known))}
          />
        </Field>
        <TripFields trip={readTrip(params)} />
        <Button
          type="submit"
          variant="primary"
          icon={<Search aria-hidden="true" />}
          className="col-span-2 min-h-12! lg:col-span-1 lg:mt-[1.625rem]"
        >
          <Trans>Search</Trans>
        </Button>
      </form>
    </search>
  );
}

interface LineProps {
  ask: Ask;
  nameOf: (id: string) => string;
  onOpen: () => void;
}

function SearchLine({ ask: { from, to, date, people }, nameOf, onOpen }: LineProps) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      aria-expanded={false}
      className="card flex w-full items-center gap-3 rounded-md! border-line-strong! px-4 py-2 text-left lg:hidden"
      onClick={onOpen}
    >
      <span className="min-w-0 flex-1">
        <strong className="flex flex-wrap items-center gap-x-1.5">
          <span>{from === '' ? t`Anywhere` : nameOf(from)}</span>
          <ArrowRight aria-hidden="true" className="size-4 flex-none text-ink-3" />
          <span className="sr-only">
            <Trans>to</Trans>
          </span>
          <span>{to === '' ? t`Anywhere` : nameOf(to)}</span>
        </strong>
        <span className="nums block text-sm text-ink-2">
          <span>{formatDay(date)}</span>
          {' · '}
          <Plural value={people} one="# person" other="# people" />
        </span>
      </span>
      <span className="sr-only">
        <Trans>Change the search</Trans>
      </span>
      <Pencil aria-hidden="true" className="size-5 flex-none text-ink-2" />
    </button>
  );
}

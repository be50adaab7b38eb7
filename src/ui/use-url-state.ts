import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Sort } from './table/types.ts';

/** How one value stands in the address. What makes no sense there counts as not there. */
export interface UrlField<T> {
  parse: (text: string | null) => T;
  /** Null leaves it out. */
  print: (value: T) => string | null;
}

export const urlText = (max = 100): UrlField<string> => ({
  parse: (text) => (text ?? '').slice(0, max),
  print: (value) => value.trim() || null,
});

/** A calendar date, '2026-10-14'; '' for none. */
export const urlDate = (): UrlField<string> => ({
  parse: (text) => (text !== null && isDate(text) ? text : ''),
  print: (value) => value || null,
});

export const urlChoice = <const C extends string>(choices: readonly C[], none: C): UrlField<C> => ({
  parse: (text) => choices.find((choice) => choice === text) ?? none,
  print: (value) => (value === none ? null : value),
});

/** An order as 'name' or '-name'. */
export const urlSort = (ids: readonly string[], none: Sort): UrlField<Sort> => ({
  parse: (text) => {
    const id = text?.replace(/^-/, '') ?? '';
    return ids.includes(id) ? { id, desc: text?.startsWith('-') ?? false } : none;
  },
  print: ({ id, desc }) => (id === none.id && desc === none.desc ? null : `${desc ? '-' : ''}${id}`),
});

/** Whether a text is a day that there is: not the thirtieth of February. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

// biome-ignore lint/suspicious/noExplicitAny: a field of any type fits; the types come back in ValuesOf
type Fields = Record<string, UrlField<any>>;
type ValuesOf<F extends Fields> = { [K in keyof F]: F[K] extends UrlField<infer T> ? T : never };

function read<F extends Fields>(fields: F, params: URLSearchParams): ValuesOf<F> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.parse(params.get(name))]),
  ) as ValuesOf<F>;
}

/** The same address with these values; what else stands in it stays. */
function write<F extends Fields>(fields: F, before: URLSearchParams, values: ValuesOf<F>): URLSearchParams {
  const params = new URLSearchParams(before);
  for (const [name, field] of Object.entries(fields)) {
    const text = field.print(values[name as keyof F]);
    if (text === null) params.delete(name);
    else params.set(name, text);
  }
  return params;
}

/** Also what a search waits after a key, and no browser refuses an address that changes this seldom. */
const WRITE_MS = 250;

export interface UrlState<T> {
  /** At once, for the controls. */
  shown: T;
  /** As it stands in the address, a moment later: for what is asked of the server. */
  settled: T;
  change: (part: Partial<T>) => void;
  clear: () => void;
  /** Anything chosen at all. */
  isSet: boolean;
}

/**
 * Filters and order that live in the address: a reload, a link and the Back button keep them. Give `fields` from the
 * module, so that it is the same object each time; the address is replaced and not added to history.
 */
export function useUrlState<F extends Fields>(fields: F): UrlState<ValuesOf<F>> {
  const [params, setParams] = useSearchParams();
  const settled = useMemo(() => read(fields, params), [fields, params]);
  const [draft, setDraft] = useState<ValuesOf<F> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The timer must write through the newest setter, which knows the newest address.
  const setter = useRef(setParams);
  useEffect(() => {
    setter.current = setParams;
  }, [setParams]);
  // The address has changed. By our own writing: what is typed stays as it is, with the blank at its end. By a link or
  // the Back button: that wins.
  useEffect(() => {
    if (timer.current !== undefined) return;
    setDraft((now) => (now && write(fields, params, now).toString() === params.toString() ? now : null));
  }, [params, fields]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function show(next: ValuesOf<F>) {
    setDraft(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      setter.current((before) => write(fields, before, next), { replace: true, preventScrollReset: true });
    }, WRITE_MS);
  }

  const shown = draft ?? settled;
  const none = useMemo(() => read(fields, new URLSearchParams()), [fields]);
  return {
    shown,
    settled,
    change: (part) => show({ ...shown, ...part }),
    clear: () => show(none),
    isSet: Object.entries(fields).some(([name, field]) => field.print(shown[name]) !== null),
  };
}

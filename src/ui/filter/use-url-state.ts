import { useMemo } from 'react';
import { type FilterCodec, type UrlFilters, useUrlFilters } from '@/lib/routing/use-url-filters';
import type { Sort } from '@/ui/table/types';

/** The way in which a value is written in the URL. An invalid value counts as missing. */
export interface UrlField<T> {
  parse: (text: string | null) => T;
  /** Returns the text for the URL, or null to omit the value. */
  print: (value: T) => string | null;
}

/** Removes a character that no text in the database contains, because the API refuses requests with it. */
const withoutNul = (text: string) => text.replaceAll('\0', '');

export const urlText = (max = 100): UrlField<string> => ({
  parse: (text) => withoutNul(text ?? '').slice(0, max),
  print: (value) => withoutNul(value).trim() || null,
});

/** Returns the field of a calendar date such as '2026-10-14', or '' for none. */
export const urlDate = (): UrlField<string> => ({
  parse: (text) => (text !== null && isDate(text) ? text : ''),
  print: (value) => value || null,
});

export const urlChoice = <const C extends string>(choices: readonly C[], none: C): UrlField<C> => ({
  parse: (text) => choices.find((choice) => choice === text) ?? none,
  print: (value) => (value === none ? null : value),
});

/** Returns the field of a sort order, written as 'name' or, descending, '-name'. */
export const urlSort = (ids: readonly string[], none: Sort): UrlField<Sort> => ({
  parse: (text) => {
    const id = text?.replace(/^-/, '') ?? '';
    return ids.includes(id) ? { id, desc: text?.startsWith('-') ?? false } : none;
  },
  print: ({ id, desc }) => (id === none.id && desc === none.desc ? null : `${desc ? '-' : ''}${id}`),
});

/** Returns whether a text is an existing date (30 February isn't). */
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

function write<F extends Fields>(fields: F, before: URLSearchParams, values: ValuesOf<F>): URLSearchParams {
  const params = new URLSearchParams(before);
  for (const [name, field] of Object.entries(fields)) {
    const text = field.print(values[name as keyof F]);
    if (text === null) params.delete(name);
    else params.set(name, text);
  }
  return params;
}

export interface UrlState<T> extends UrlFilters<T> {
  /** True if any value differs from its empty state. */
  isSet: boolean;
}

/**
 * Returns the values of these fields in the URL, and functions to change them. Define `fields` in the module, so that
 * the object stays the same.
 */
export function useUrlState<F extends Fields>(fields: F): UrlState<ValuesOf<F>> {
  const codec = useMemo(
    (): FilterCodec<ValuesOf<F>> => ({
      none: read(fields, new URLSearchParams()),
      parse: (params) => read(fields, params),
      write: (before, values) => write(fields, before, values),
    }),
    [fields],
  );
  const state = useUrlFilters(codec);
  return {
    ...state,
    isSet: Object.entries(fields).some(([name, field]) => field.print(state.shown[name]) !== null),
  };
}

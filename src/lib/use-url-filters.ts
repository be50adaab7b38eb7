import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Browsers refuse addresses that change too often, as a dragged slider would make them. */
const WRITE_MS = 200;

/** How filters stand in an address. `write` keeps what else is in it, such as `ref`. */
export interface FilterCodec<F> {
  none: F;
  parse: (params: URLSearchParams) => F;
  write: (before: URLSearchParams, filters: F) => URLSearchParams;
}

export interface FilterControls<F> {
  filters: F;
  change: (part: Partial<F>) => void;
  clear: () => void;
}

/** The filters: seen at once, and a moment later in the address too, which is replaced and not added to history. */
export function useUrlFilters<F extends object>({ none, parse, write }: FilterCodec<F>): FilterControls<F> {
  const [params, setParams] = useSearchParams();
  const [filters, setFilters] = useState(() => parse(params));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The timer must write through the newest setter, which knows the newest address.
  const setter = useRef(setParams);
  useEffect(() => {
    setter.current = setParams;
  }, [setParams]);

  useEffect(() => {
    // Going back or forward to an address with other filters.
    const onTravel = () => setFilters(parse(new URLSearchParams(location.search)));
    addEventListener('popstate', onTravel);
    return () => {
      clearTimeout(timer.current);
      removeEventListener('popstate', onTravel);
    };
  }, [parse]);

  function show(next: F) {
    setFilters(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => setter.current((before) => write(before, next), { replace: true, preventScrollReset: true }),
      WRITE_MS,
    );
  }

  return {
    filters,
    change: (part) => show({ ...filters, ...part }),
    clear: () => show(none),
  };
}

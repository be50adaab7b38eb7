import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { readText, writeText } from '@/lib/storage/storage';

const key = (locationKey: string) => `territorio-scroll-${locationKey}`;

/** Scrolls there as soon as the page is long enough, for at most a second: data may still be on its way. */
function scrollWhenPossible(y: number): () => void {
  const end = performance.now() + 1000;
  let frame = 0;
  const attempt = () => {
    const longEnough = document.documentElement.scrollHeight - innerHeight >= y;
    if (longEnough || performance.now() > end) scrollTo(0, y);
    else frame = requestAnimationFrame(attempt);
  };
  attempt();
  return () => cancelAnimationFrame(frame);
}

/** Back and forward return to where one was; a new page starts at its top; a filter in the address moves nothing. */
export function useScrollRestoration(): void {
  const { pathname, hash, key: locationKey } = useLocation();
  const kind = useNavigationType();
  const before = useRef<string | null>(null);

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const save = () => writeText('session', key(locationKey), String(Math.round(scrollY)));
    addEventListener('pagehide', save);
    addEventListener('scrollend', save);
    return () => {
      removeEventListener('pagehide', save);
      removeEventListener('scrollend', save);
    };
  }, [locationKey]);

  useLayoutEffect(() => {
    const samePage = before.current === pathname;
    before.current = pathname;
    if (kind === 'POP') {
      const saved = Number(readText('session', key(locationKey)));
      return saved > 0 ? scrollWhenPossible(saved) : undefined;
    }
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
    else if (!samePage) scrollTo(0, 0);
    return undefined;
  }, [pathname, hash, locationKey, kind]);
}

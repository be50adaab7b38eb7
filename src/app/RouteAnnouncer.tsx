import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** After a navigation within the app, moves the focus to the start of the new page and announces its title. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  const [title, setTitle] = useState('');

  useEffect(() => {
    if (first.current === pathname) return;
    first.current = '';
    const main = document.querySelector<HTMLElement>('main');
    if (main && !main.contains(document.activeElement)) {
      main.tabIndex = -1;
      main.focus({ preventScroll: true });
    }
    // The page sets its title in its own effect or once its data has loaded, so the announcement waits for it.
    const timer = setTimeout(() => setTitle(document.title), 300);
    return () => clearTimeout(timer);
  }, [pathname]);

  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}

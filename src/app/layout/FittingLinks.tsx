import { Trans } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { cloneElement, type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import type { LinkProps } from 'react-router-dom';
import { Disclosure } from '@/ui/overlay/Disclosure';
import { countFitting } from './count-fitting.ts';

/**
 * Shows as many links as fit, in order, and puts the others in a menu, because people with several roles have too many.
 * Widths are measured on a hidden copy, which also contains the links in the menu.
 */
export default function FittingLinks({ links }: { links: ReactElement<LinkProps>[] }) {
  const ruler = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(links.length);
  const which = links.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other links have other widths
  useLayoutEffect(() => {
    const row = ruler.current;
    const room = row?.parentElement;
    if (!row || !room) return;
    const measure = () => {
      const widths = Array.from(row.children, (child) => child.getBoundingClientRect().width);
      const more = widths.pop() ?? 0;
      setShown(countFitting(widths, more, room.clientWidth, Number.parseFloat(getComputedStyle(room).columnGap) || 0));
    };
    measure();
    // Notices changes of the window's width, and of the texts' widths when the font has loaded.
    const observer = new ResizeObserver(measure);
    observer.observe(room);
    observer.observe(row);
    return () => observer.disconnect();
  }, [which]);

  const hidden = links.slice(shown);
  return (
    <div className="relative flex min-w-0 flex-1 items-center gap-1">
      <div ref={ruler} aria-hidden="true" className="invisible absolute flex h-0 gap-1 overflow-hidden">
        {links.map((link) => (
          <span key={link.key} className="nav-link">
            {link.props.children}
          </span>
        ))}
        <MoreLabel />
      </div>
      {links.slice(0, shown)}
      {hidden.length > 0 && <More links={hidden} />}
    </div>
  );
}

const MoreLabel = () => (
  <span className="nav-link gap-1">
    <Trans>More</Trans>
    <ChevronDown aria-hidden="true" className="size-4" />
  </span>
);

function More({ links }: { links: ReactElement<LinkProps>[] }) {
  const trigger = (
    <button
      type="button"
      // Marks the menu's button if the menu contains the current page.
      aria-current={links.some((link) => link.props['aria-current']) || undefined}
      className="nav-link cursor-pointer gap-1"
    >
      <Trans>More</Trans>
      <ChevronDown aria-hidden="true" className="size-4" />
    </button>
  );
  return (
    <Disclosure trigger={trigger} className="relative" panelClassName="right-0 w-64">
      {links.map((link) => cloneElement(link, { className: 'aria-[current]:text-brand-text!' }))}
    </Disclosure>
  );
}

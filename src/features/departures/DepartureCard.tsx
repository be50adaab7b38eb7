import { ChevronDown } from 'lucide-react';
import { type ReactNode, useDeferredValue, useId, useState } from 'react';
import { parseImage } from '@/lib/media/media';
import { cx } from '@/ui/cx';
import { Poster } from '@/ui/media/Poster';

interface FactProps {
  icon: ReactNode;
  warn?: boolean;
  children: ReactNode;
}

/** One of the facts under a departure's title. */
export function Fact({ icon, warn = false, children }: FactProps) {
  return (
    <li className={cx('flex min-w-0 items-center gap-1.5 [&>svg]:size-4 [&>svg]:flex-none', warn && 'text-warn-text')}>
      {icon}
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </li>
  );
}

interface Props {
  /** What it is called by a screen reader; unset: its title. */
  label?: string;
  title: string;
  image: string | null;
  /** Items of a list, each a `Fact`. */
  facts: ReactNode;
  count: number;
  /** What is counted. */
  counted: string;
  /** Beside the button that opens it. */
  actions?: ReactNode;
  show: string;
  hide: string;
  /** What it holds, asked for and drawn once it is opened. */
  children: () => ReactNode;
}

/** One departure of the day: read at a glance, standing at the dock. Out of sight it is not drawn. */
export function DepartureCard({ label, title, image, facts, count, counted, actions, show, hide, children }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  // The tap is answered at once; what is in it is drawn after that.
  const filled = useDeferredValue(open);
  return (
    <article
      aria-label={label ?? title}
      className="card overflow-hidden [contain-intrinsic-size:auto_12rem] [content-visibility:auto] sm:[contain-intrinsic-size:auto_7.5rem]"
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4 p-4 sm:p-5">
        {image && (
          <Poster
            picture={parseImage(image)}
            alt=""
            sizes="6rem"
            className="hidden h-16 w-24 flex-none rounded-sm sm:block"
          />
        )}
        <div className="flex min-w-0 flex-1 basis-64 items-start justify-between gap-4">
          <div className="min-w-0">
            <h3 className="text-lg leading-snug font-bold [overflow-wrap:anywhere]">{title}</h3>
            <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">{facts}</ul>
          </div>
          <p className="flex-none text-center leading-none">
            <strong className="nums block text-2xl font-bold">{count}</strong>
            <span className="text-sm text-ink-2">{counted}</span>
          </p>
        </div>
        <div className="flex w-full justify-end gap-2 sm:w-auto">
          {actions}
          <button
            type="button"
            className="icon-btn icon-btn-line"
            aria-expanded={open}
            aria-controls={id}
            aria-label={open ? hide : show}
            onClick={() => setOpen(!open)}
          >
            <ChevronDown aria-hidden="true" className={cx('transition-transform', open && 'rotate-180')} />
          </button>
        </div>
      </div>
      <div id={id} hidden={!open} className="min-h-24 border-t border-line bg-surface-2 p-3 sm:p-4">
        {filled && children()}
      </div>
    </article>
  );
}

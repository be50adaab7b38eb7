import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useFocusRecovery } from './focus/use-focus-recovery.ts';

export interface TabItem<N extends string> {
  name: N;
  label: ReactNode;
  icon?: ReactNode;
  /** The number of entries in the tab. */
  count?: number | undefined;
  /** The number of entries that need attention. It is highlighted, and `label` describes it to screen readers. */
  waiting?: { count: number; label: string } | undefined;
}

const TAB_CHANGE = { isTabChange: true };

/**
 * Returns whether someone reached an address by clicking a tab. Leaving a form this way loses nothing: it stays mounted
 * or restores its draft.
 */
export const isTabChange = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isTabChange' in state;

/**
 * Returns the tab that the URL names, or the first, and a function that opens another. Each opened tab adds a history
 * entry.
 */
export function useTab<const N extends string>(names: readonly N[], param = 'tab'): [N, (name: N) => void] {
  const [params, setParams] = useSearchParams();
  const first = names[0];
  if (first === undefined) throw new Error('A row of tabs needs a tab.');
  const now = names.find((name) => name === params.get(param)) ?? first;
  // Other parameters filter the previous tab, so they are dropped.
  const go = (name: N) =>
    setParams(name === first ? {} : { [param]: name }, { preventScrollReset: true, state: TAB_CHANGE });
  return [now, go];
}

interface Props<N extends string> {
  label: string;
  items: readonly TabItem<N>[];
  now: N;
  onChange: (name: N) => void;
  /** The content of the open tab. */
  children: ReactNode;
}

/** Keeps the open tab visible when the row of tabs scrolls. */
function useOpenTabInSight(now: string, items: readonly { count?: number | undefined }[]) {
  const row = useRef<HTMLDivElement>(null);
  // The counts arrive later and move the tabs, so the row must scroll again.
  const counts = items.map(({ count }) => count ?? 0).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab that is open has changed, or its place
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!row.current || !tab) return;
    row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2;
  }, [now, counts]);
  return row;
}

/** Shows tabs and the panel of the open one. Arrow keys open the next or previous tab. */
export function Tabs<N extends string>({ label, items, now, onChange, children }: Props<N>) {
  const id = useId();
  const row = useOpenTabInSight(now, items);
  const panel = useFocusRecovery<HTMLDivElement>();
  function onKeyDown(event: KeyboardEvent) {
    const at = items.findIndex((item) => item.name === now);
    const count = items.length;
    const to = { ArrowRight: (at + 1) % count, ArrowLeft: (at - 1 + count) % count, Home: 0, End: count - 1 }[
      event.key
    ];
    const next = to === undefined ? undefined : items[to];
    if (!next) return;
    event.preventDefault();
    onChange(next.name);
    document.getElementById(`${id}-${next.name}`)?.focus();
  }

  return (
    <>
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        className="tabs relative -mx-4 pl-4 sm:mx-0 sm:pl-0"
        onKeyDown={onKeyDown}
      >
        {items.map(({ name, label: words, icon, count, waiting }) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            className="tab"
            aria-selected={name === now}
            aria-controls={name === now ? `${id}-panel` : undefined}
            tabIndex={name === now ? 0 : -1}
            onClick={() => name !== now && onChange(name)}
          >
            {icon}
            <span>{words}</span>
            <Count>{count}</Count>
            {waiting && waiting.count > 0 && (
              <span className="nums rounded-full bg-brand px-1.5 text-xs font-semibold text-on-brand">
                <span aria-hidden="true">{waiting.count}</span>
                <span className="sr-only">{waiting.label}</span>
              </span>
            )}
          </button>
        ))}
      </div>
      <div
        ref={panel}
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${now}`}
        className="pt-5 outline-none"
      >
        {children}
      </div>
    </>
  );
}

function Count({ children }: { children: number | undefined }) {
  if (!children) return null;
  return <span className="nums rounded-full bg-surface-3 px-1.5 text-xs font-semibold text-ink-2">{children}</span>;
}

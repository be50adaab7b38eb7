import { Trans, useLingui } from '@lingui/react/macro';
import { Download, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isAbort } from '@/lib/api/errors';
import { saveFile } from '@/lib/format/csv';
import { Button, IconButton } from '@/ui/Button';

interface Props {
  fileName: string;
  /** The number of rows to export, if known. */
  total?: number | undefined;
  collect: (signal: AbortSignal, onProgress: (rows: number) => void) => Promise<Blob>;
  onFailure: (error: Error) => void;
  disabled?: boolean;
  /** The accessible name, for pages with several exports. */
  label?: string;
  /** The visible text instead of 'Export to CSV'. */
  text?: ReactNode;
}

/**
 * Shows 'Export to CSV', and while it runs the progress and a button to cancel. The export continues while the person
 * works on the page.
 */
export function ExportButton({ total, disabled = false, label, text, ...options }: Props) {
  const { rows, start, cancel } = useExport(options);
  const place = useFocusOnSwap(rows !== null);
  return (
    <div ref={place}>
      {rows === null ? (
        <Button
          size="sm"
          icon={<Download aria-hidden="true" />}
          disabled={disabled}
          aria-label={label}
          onClick={() => void start()}
        >
          {text ? (
            <span key="own">{text}</span>
          ) : (
            <span>
              <Trans>Export to CSV</Trans>
            </span>
          )}
        </Button>
      ) : (
        <Progress rows={rows} total={total} onCancel={cancel} />
      )}
    </div>
  );
}

/**
 * Returns functions that start and cancel the export. `rows` is the number of rows that have arrived, or null while
 * nothing is exported.
 */
function useExport({ fileName, collect, onFailure }: Pick<Props, 'fileName' | 'collect' | 'onFailure'>) {
  const [rows, setRows] = useState<number | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  async function start() {
    const controller = new AbortController();
    running.current = controller;
    setRows(0);
    try {
      saveFile(await collect(controller.signal, setRows), fileName);
    } catch (error) {
      if (!isAbort(error)) onFailure(error instanceof Error ? error : new Error(String(error)));
    } finally {
      running.current = null;
      setRows(null);
    }
  }
  return { rows, start, cancel: () => running.current?.abort() };
}

/** Keeps the focus when the start and cancel buttons replace each other. */
function useFocusOnSwap(exporting: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(exporting);
  useEffect(() => {
    if (before.current === exporting) return;
    before.current = exporting;
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) place.current?.querySelector('button')?.focus();
  }, [exporting]);
  return place;
}

function Progress({ rows, total, onCancel }: { rows: number; total: number | undefined; onCancel: () => void }) {
  const { t, i18n } = useLingui();
  return (
    <div className="flex items-center gap-2 text-sm text-ink-2">
      <progress
        className="h-1.5 w-24 accent-accent"
        aria-label={t`Exporting`}
        {...(total ? { max: total, value: Math.min(rows, total) } : {})}
      />
      <span className="nums">
        {total ? (
          <span key="first">
            <Trans>
              {i18n.number(rows)} of {i18n.number(total)}
            </Trans>
          </span>
        ) : (
          <span>{i18n.number(rows)}</span>
        )}
      </span>
      <IconButton small label={t`Cancel export`} onClick={onCancel}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}

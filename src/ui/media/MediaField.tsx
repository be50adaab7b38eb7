import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, ImagePlus } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { acceptOf, MEDIA_RULES, type MediaRules } from '@/lib/upload/check';
import type { Uploads } from '@/lib/upload/use-uploads';
import { Button } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { FileInput } from './FileInput.tsx';
import { MediaTile } from './MediaTile.tsx';
import { useFileDrop } from './use-file-drop.ts';

interface Props {
  id: string;
  label: ReactNode;
  uploads: Uploads;
  error: string | undefined;
  /** The rules for files, which must be those of `uploads`. */
  rules?: MediaRules;
}

/** The type of data in a dragged tile, which carries its id. Anything else that is dropped is a file. */
const TILE = 'application/x-territorio-tile';

/**
 * Edits the pictures and videos of a listing. People add them by drop or choice, reorder them by dragging or with arrow
 * keys, and remove them.
 */
export function MediaField({ id, label, uploads, error, rules = MEDIA_RULES }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const { over, handlers } = useFileDrop(uploads.add);
  const labelId = useId();
  const message = uploads.problem ?? error;

  return (
    <fieldset className="field" aria-labelledby={labelId} aria-describedby={`${id}-note`} {...handlers}>
      <legend className="label mb-1.5" id={labelId}>
        {label}
      </legend>
      <FileInput ref={input} accept={acceptOf(rules)} labelledBy={labelId} onFiles={uploads.add} />
      <div
        className={cx(
          'flex flex-col items-center gap-2.5 rounded-md border border-dashed px-2 py-5 text-center',
          over ? 'border-accent bg-accent-soft' : 'border-line-strong',
        )}
      >
        <Button id={id} size="sm" icon={<ImagePlus aria-hidden="true" />} onClick={() => input.current?.click()}>
          {rules.kinds === 'image' ? <Trans>Add photos</Trans> : <Trans>Add photos or videos</Trans>}
        </Button>
        <p className="hint">
          {rules.kinds === 'image' ? (
            <Trans>PNG, JPG, GIF, WebP or AVIF, up to 50MB each. You can also drop them here.</Trans>
          ) : (
            <Trans>PNG, JPG, GIF, WebP, AVIF, MP4, WebM or MOV, up to 50MB each. You can also drop them here.</Trans>
          )}
        </p>
      </div>
      <p className="err empty:hidden" id={`${id}-note`}>
        {message && (
          <>
            <CircleAlert aria-hidden="true" />
            <span>{message}</span>
          </>
        )}
      </p>
      <Tiles fieldId={id} uploads={uploads} />
    </fieldset>
  );
}

function Tiles({ fieldId, uploads }: { fieldId: string; uploads: Uploads }) {
  const { t } = useLingui();
  const list = useRef<HTMLUListElement>(null);
  const [said, setSaid] = useState('');
  const { items } = uploads;

  const focusTile = (tileId: string) =>
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-tile="${CSS.escape(tileId)}"]`)?.focus(),
    );

  function move(from: number, to: number) {
    const item = items[from];
    if (!item || to < 0 || to >= items.length) return;
    uploads.move(item.id, to);
    const place = to + 1;
    const count = items.length;
    setSaid(t`${item.name} is now ${place} of ${count}`);
    // Keeps the focus on the moved tile.
    focusTile(item.id);
  }

  function remove(index: number) {
    const item = items[index];
    if (!item) return;
    uploads.remove(item);
    const next = items[index + 1] ?? items[index - 1];
    if (next) focusTile(next.id);
    else document.getElementById(fieldId)?.focus();
  }

  return (
    <>
      {items.length > 0 && (
        <ul
          ref={list}
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,7rem),1fr))] gap-3 sm:grid-cols-3"
          aria-label={t`Your files`}
        >
          {items.map((item, index) => (
            <MediaTile
              key={item.id}
              item={item}
              index={index}
              count={items.length}
              dragType={TILE}
              onMove={(to) => move(index, to)}
              onDropTile={(tileId) => uploads.move(tileId, index)}
              onRetry={() => uploads.retry(item)}
              onRemove={() => remove(index)}
            />
          ))}
        </ul>
      )}
      <p className="sr-only" role="status">
        {said}
      </p>
    </>
  );
}

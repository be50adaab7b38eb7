import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft, ArrowRight, CircleCheck, Film, Image, RotateCcw, X } from 'lucide-react';
import type { DragEvent, KeyboardEvent } from 'react';
import { parseImage } from '@/lib/media/media';
import type { UploadItem } from '@/lib/upload/upload-list';
import { Badge } from '@/ui/Badge';
import { IconButton } from '@/ui/Button';
import { SignInLink } from '@/ui/feedback/SignInLink';
import { Poster } from './Poster.tsx';

interface Props {
  item: UploadItem;
  index: number;
  count: number;
  dragType: string;
  onMove: (to: number) => void;
  onDropTile: (id: string) => void;
  onRetry: () => void;
  onRemove: () => void;
}

/** Shows a picture or video with its position, upload progress and actions. */
export function MediaTile({ item, index, count, dragType, onMove, onDropTile, onRetry, onRemove }: Props) {
  const { t } = useLingui();
  const { name } = item;
  const place = index + 1;
  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== event.currentTarget) return;
    const to = { ArrowLeft: index - 1, ArrowUp: index - 1, ArrowRight: index + 1, ArrowDown: index + 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      onMove(to);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      onRemove();
    }
  }
  const onDrop = (event: DragEvent) => {
    const id = event.dataTransfer.getData(dragType);
    if (!id) return;
    event.preventDefault();
    event.stopPropagation();
    onDropTile(id);
  };
  return (
    <li
      draggable
      data-tile={item.id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows put it in order, Delete takes it out
      tabIndex={0}
      aria-label={t`${name}, ${place} of ${count}. Use the arrow keys to move it.`}
      className="overflow-hidden rounded-md border border-line bg-surface"
      onKeyDown={onKeyDown}
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, item.id);
        event.dataTransfer.effectAllowed = 'move';
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <div className="relative grid aspect-[4/3] place-items-center bg-surface-2 text-ink-2">
        <Preview item={item} />
        {index === 0 && item.type === 'image' && (
          <Badge tone="paper" className="absolute top-2 left-2 z-10">
            <Trans>Cover</Trans>
          </Badge>
        )}
        <IconButton
          look="paper"
          small
          label={t`Remove ${name}`}
          className="absolute! top-1.5 right-1.5 z-10"
          onClick={onRemove}
        >
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <State item={item} onRetry={onRetry} />
      <MoveButtons name={name} index={index} count={count} onMove={onMove} />
    </li>
  );
}

type MoveProps = Pick<Props, 'index' | 'count' | 'onMove'> & { name: string };

function MoveButtons({ name, index, count, onMove }: MoveProps) {
  const { t } = useLingui();
  return (
    <div className="flex flex-wrap justify-between border-t border-line">
      <IconButton
        small
        label={t`Move ${name} earlier`}
        disabled={index === 0}
        className="disabled:invisible"
        onClick={() => onMove(index - 1)}
      >
        <ArrowLeft aria-hidden="true" />
      </IconButton>
      <IconButton
        small
        label={t`Move ${name} later`}
        disabled={index === count - 1}
        className="disabled:invisible"
        onClick={() => onMove(index + 1)}
      >
        <ArrowRight aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function Preview({ item }: { item: UploadItem }) {
  if (item.stored && item.type === 'image') {
    return (
      <Poster picture={parseImage(item.stored)} alt="" sizes="12rem" frame={false} className="absolute! inset-0" />
    );
  }
  const Icon = item.type === 'video' ? Film : Image;
  return <Icon aria-hidden="true" className="size-7" />;
}

function State({ item, onRetry }: { item: UploadItem; onRetry: () => void }) {
  const { t } = useLingui();
  const { name } = item;
  if (item.error) {
    return (
      <div key="failed" className="p-2 text-xs text-danger-text" role="alert">
        <p>{item.error}</p>
        {item.signedOut && <SignInLink />}
        {item.file && (
          <button
            type="button"
            className="mt-1 inline-flex items-center gap-1 font-semibold underline"
            onClick={onRetry}
          >
            <RotateCcw aria-hidden="true" className="size-3.5" />
            <Trans>Try again</Trans>
            <span className="sr-only"> {name}</span>
          </button>
        )}
      </div>
    );
  }
  if (item.stored) {
    if (!item.fresh) return null;
    return (
      <p key="done" className="flex items-center gap-1.5 p-2 text-xs text-success-text" role="status">
        <CircleCheck aria-hidden="true" className="size-3.5 flex-none" />
        <Trans>Upload successful!</Trans>
      </p>
    );
  }
  const percent = Math.round(item.progress * 100);
  return (
    <p className="flex items-center gap-2 p-2 text-xs">
      <progress
        className="h-1.5 w-full min-w-0 accent-accent"
        max={100}
        value={percent}
        aria-label={t`Uploading ${name}`}
      />
      <span className="nums text-ink-2">{percent}%</span>
    </p>
  );
}

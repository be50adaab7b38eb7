import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, CircleCheck, Film, Image, ImagePlus, RotateCcw, X } from 'lucide-react';
import { useRef } from 'react';
import { formatFileSize } from '@/lib/format/numbers';
import { parseImage } from '@/lib/media/media';
import { acceptOf, MEDIA_RULES } from '@/lib/upload/check';
import type { UploadItem } from '@/lib/upload/upload-list';
import type { Uploads } from '@/lib/upload/use-uploads';
import { Button, IconButton } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { SignInLink } from '@/ui/feedback/SignInLink';
import { FileInput } from '@/ui/media/FileInput';
import { useFileDrop } from '@/ui/media/use-file-drop';
import { mediaAddress } from './queries';

interface Props {
  id: string;
  media: Uploads;
  error: string | undefined;
}

/**
 * Lists a submission's photos and videos in any order. Several can be chosen or dropped at once. Each shows its
 * progress and can be retried or removed.
 */
export function SubmissionMediaField({ id, media, error }: Props) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const { over, handlers } = useFileDrop(media.add);
  const message = media.problem ?? error;
  return (
    <div className="field">
      <span className="label" id={`${id}-label`}>{t`Photos and videos`}</span>
      <FileInput ref={input} accept={acceptOf(MEDIA_RULES)} labelledBy={`${id}-label`} onFiles={media.add} />
      <fieldset
        className={cx(
          'flex flex-col items-center gap-3 rounded-md border border-dashed p-6 text-center',
          over ? 'border-accent bg-accent-soft' : 'border-line-strong',
        )}
        {...handlers}
      >
        <legend className="sr-only">{t`Photos and videos`}</legend>
        <Button
          id={id}
          icon={<ImagePlus aria-hidden="true" />}
          aria-describedby={`${id}-hint ${id}-note`}
          onClick={() => input.current?.click()}
        >
          <Trans>Add photos or videos</Trans>
        </Button>
        <p className="hint" id={`${id}-hint`}>
          <Trans>PNG, JPG, GIF, WebP, AVIF, MP4, WebM or MOV, up to 50MB each. You can also drop them here.</Trans>
        </p>
      </fieldset>
      <p className="err" id={`${id}-note`}>
        {message && (
          <>
            <CircleAlert aria-hidden="true" />
            <span>{message}</span>
          </>
        )}
      </p>
      {media.items.length > 0 && <Items fieldId={id} media={media} />}
    </div>
  );
}

function Items({ fieldId, media }: { fieldId: string; media: Props['media'] }) {
  const { t } = useLingui();
  return (
    <ul className="grid gap-2" aria-label={t`Your files`}>
      {media.items.map((item) => (
        <Item
          key={item.id}
          item={item}
          onRetry={media.retry}
          onRemove={(gone, row) => {
            // The focus moves to the next file, the previous one, or the add button.
            const next = row?.nextElementSibling ?? row?.previousElementSibling;
            (next?.querySelector<HTMLElement>('button:last-of-type') ?? document.getElementById(fieldId))?.focus();
            media.remove(gone);
          }}
        />
      ))}
    </ul>
  );
}

interface ItemProps {
  item: UploadItem;
  onRetry: (item: UploadItem) => void;
  onRemove: (item: UploadItem, row: HTMLElement | null) => void;
}

function Item({ item, onRetry, onRemove }: ItemProps) {
  const { t } = useLingui();
  const { name } = item;
  return (
    <li className="flex items-center gap-3 rounded-md border border-line bg-surface p-2.5">
      <Thumb item={item} />
      <div className="min-w-0 flex-1 text-sm">
        <p className="truncate font-semibold">{name}</p>
        <State item={item} />
      </div>
      {item.error && item.file && (
        <Button size="sm" icon={<RotateCcw aria-hidden="true" />} onClick={() => onRetry(item)}>
          <Trans>Try again</Trans>
        </Button>
      )}
      <IconButton label={t`Remove ${name}`} onClick={(event) => onRemove(item, event.currentTarget.closest('li'))}>
        <X aria-hidden="true" />
      </IconButton>
    </li>
  );
}

function State({ item }: { item: UploadItem }) {
  const { t } = useLingui();
  const { name } = item;
  if (item.error) {
    return (
      <div className="text-danger-text" role="alert">
        {item.error}
        {item.signedOut && <SignInLink />}
      </div>
    );
  }
  if (item.stored) {
    return (
      <p className="flex items-center gap-1.5 text-success-text" role="status">
        <CircleCheck aria-hidden="true" className="size-4 flex-none" />
        <span>
          <Trans>Upload successful!</Trans>
        </span>
        <span className="nums text-ink-2">{formatFileSize(item.size)}</span>
      </p>
    );
  }
  const percent = Math.round(item.progress * 100);
  return (
    <p className="flex items-center gap-2">
      <progress className="h-1.5 w-full accent-accent" max={100} value={percent} aria-label={t`Uploading ${name}`} />
      <span className="nums text-ink-2">{percent}%</span>
    </p>
  );
}

function Thumb({ item }: { item: UploadItem }) {
  if (item.stored && item.type === 'image') {
    const { src } = parseImage(mediaAddress(item.stored));
    return <img src={src} alt="" width={48} height={48} className="size-12 flex-none rounded-sm object-cover" />;
  }
  const Icon = item.type === 'video' ? Film : Image;
  return (
    <span className="grid size-12 flex-none place-items-center rounded-sm bg-surface-2 text-ink-2">
      <Icon aria-hidden="true" className="size-5" />
    </span>
  );
}

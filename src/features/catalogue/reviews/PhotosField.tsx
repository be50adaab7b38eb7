import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, ImagePlus, LoaderCircle, RotateCcw, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { parseImage } from '@/lib/media/media';
import { acceptOf } from '@/lib/upload/check';
import type { UploadItem } from '@/lib/upload/upload-list';
import type { Uploads } from '@/lib/upload/use-uploads';
import { Button, IconButton } from '@/ui/Button';
import { SignInLink } from '@/ui/feedback/SignInLink';
import { FileInput } from '@/ui/media/FileInput';
import { MAX_PHOTOS, PHOTO_RULES } from './photo';
import { photoAddress } from './write/queries';

/** Adds up to four pictures, which upload while the author writes. */
export function PhotosField({ photos }: { photos: Uploads }) {
  const { t } = useLingui();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const full = photos.items.length >= MAX_PHOTOS;
  return (
    <div className="field">
      <span className="label" id={`${id}-label`}>
        <Trans>Photos</Trans>
        <span className="opt">
          <Trans>optional</Trans>
        </span>
      </span>
      <FileInput ref={input} accept={acceptOf(PHOTO_RULES)} labelledBy={`${id}-label`} onFiles={photos.add} />
      {photos.items.length > 0 && (
        <ul className="mb-1 grid gap-2" aria-label={t`Your photos`}>
          {photos.items.map((item) => (
            <Item key={item.id} item={item} photos={photos} />
          ))}
        </ul>
      )}
      {!full && (
        <Button
          className="justify-self-start"
          icon={<ImagePlus aria-hidden="true" />}
          aria-describedby={`${id}-note`}
          onClick={() => input.current?.click()}
        >
          <Trans>Add photos</Trans>
        </Button>
      )}
      <p className={photos.tooMany ? 'err' : 'hint'} id={`${id}-note`} aria-live="polite">
        {photos.tooMany ? (
          <>
            <CircleAlert aria-hidden="true" />
            <span>{t`Please add at most ${MAX_PHOTOS} photos`}</span>
          </>
        ) : (
          <span>
            <Trans>You can add up to {MAX_PHOTOS}. We remove the place and date from each photo.</Trans>
          </span>
        )}
      </p>
    </div>
  );
}

function Item({ item, photos }: { item: UploadItem; photos: Uploads }) {
  const { t } = useLingui();
  const { name } = item;
  return (
    <li className="flex items-center gap-3 rounded-md border border-line bg-surface p-2">
      {item.stored ? (
        <img
          src={parseImage(photoAddress(item.stored)).src}
          alt=""
          width={48}
          height={48}
          className="size-12 flex-none rounded-sm object-cover"
        />
      ) : (
        <span className="grid size-12 flex-none place-items-center rounded-sm bg-surface-2 text-ink-2">
          {item.error ? (
            <CircleAlert aria-hidden="true" className="size-5" />
          ) : (
            <LoaderCircle aria-hidden="true" className="size-5 animate-spin" />
          )}
        </span>
      )}
      <div className="min-w-0 flex-1 text-sm">
        <p className="truncate font-semibold">{name}</p>
        {item.error && (
          <div className="text-danger-text" role="alert">
            {item.error}
            {item.signedOut && <SignInLink />}
          </div>
        )}
        {item.stored && (
          <p className="text-success-text" role="status">
            <Trans>Photo added</Trans>
          </p>
        )}
        {!item.stored && !item.error && (
          <progress
            className="h-1.5 w-full accent-accent"
            max={100}
            value={Math.round(item.progress * 100)}
            aria-label={t`Uploading ${name}`}
          />
        )}
      </div>
      {item.error && item.file && (
        <Button size="sm" icon={<RotateCcw aria-hidden="true" />} onClick={() => photos.retry(item)}>
          <Trans>Try again</Trans>
        </Button>
      )}
      <IconButton label={t`Remove ${name}`} onClick={() => photos.remove(item)}>
        <X aria-hidden="true" />
      </IconButton>
    </li>
  );
}

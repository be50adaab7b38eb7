import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, FileCheck, IdCard, X } from 'lucide-react';
import { useRef } from 'react';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import {
  type BookingForm,
  fieldId,
  hasTooManyPassports,
  type PassportImage,
  tooManyPassports,
} from '@/features/booking/checkout/form/booking-form';
import { formatFileSize } from '@/lib/format/numbers';
import { Button, IconButton } from '@/ui/Button';
import { FileInput } from '@/ui/media/FileInput';
import { RetryUpload } from '@/ui/media/RetryUpload';
import { type ChangePassports, useObjectUrl, usePassports } from './use-passports';

const id = fieldId.passports;

/** Shows the passport photos of a booking's form. */
export function PassportField({ userId, disabled }: Pick<ImagesProps, 'userId' | 'disabled'>) {
  const { control, getValues } = useFormContext<BookingForm>();
  const { field } = useController({ control, name: 'passports' });
  const people = useWatch({ control, name: 'numPeople' });
  const { errors } = useFormState({ control });
  return (
    <PassportImages
      userId={userId}
      images={field.value}
      people={people}
      missing={errors.passports?.message}
      disabled={disabled}
      onChange={(next) => field.onChange(next(getValues('passports')))}
    />
  );
}

interface ImagesProps {
  userId: string | null;
  images: readonly PassportImage[];
  people: number;
  missing: string | undefined;
  disabled: boolean;
  onChange: ChangePassports;
}

/**
 * Asks for passport photos, up to one per person, which some trips need at a border or park office. They are
 * private and deleted after the trip.
 */
export function PassportImages({ userId, images, people, missing, disabled, onChange }: ImagesProps) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const draft = userId ? `passport-${userId}-${pathname}` : undefined;
  const { files, target, progress, failed, aim, choose, remove, cancel, retry } = usePassports(draft, onChange);
  const input = useRef<HTMLInputElement>(null);
  const tooMany = hasTooManyPassports({ passports: images, numPeople: people });
  const message = failed?.error ?? (tooMany ? tooManyPassports() : images.length > 0 ? undefined : missing);
  const running = progress !== null;
  const shut = disabled || !userId;
  const adding = running && target === null;
  const browse = (path: string | null) => {
    aim(path);
    input.current?.click();
  };
  return (
    <div className="field">
      <span className="label" id={`${id}-label`}>{t`Passport photo`}</span>
      <FileInput
        ref={input}
        accept="image/*"
        labelledBy={`${id}-label`}
        multiple={false}
        disabled={shut}
        onFiles={([file]) => file && choose(file)}
      />
      {images.map((image, index) => (
        <div key={image.path} className={slot}>
          {running && target === image.path ? (
            <Uploading progress={progress} onCancel={cancel} />
          ) : (
            <Uploaded
              image={image}
              file={files[image.path]}
              place={index + 1}
              alone={people === 1 && images.length === 1}
              disabled={shut || running}
              onReplace={() => browse(image.path)}
              onRemove={() => remove(image.path)}
            />
          )}
        </div>
      ))}
      {(images.length < people || adding) && (
        <div className={slot}>
          {adding ? (
            <Uploading progress={progress} onCancel={cancel} />
          ) : (
            <Missing
              signedIn={userId !== null}
              place={images.length + 1}
              people={people}
              described={Boolean(message)}
              disabled={shut || running}
              onChoose={() => browse(null)}
            />
          )}
        </div>
      )}
      <p className="err" id={`${id}-note`} aria-live="polite">
        {message && (
          <>
            <CircleAlert aria-hidden="true" />
            {message}
          </>
        )}
      </p>
      {failed?.file && <RetryUpload item={failed} disabled={shut} onRetry={() => retry(failed)} />}
    </div>
  );
}

// With large text, the text and the buttons get their own lines.
const slot =
  'mb-2 flex flex-wrap items-center gap-3 rounded-md border border-dashed border-line-strong p-[min(.75rem,3vw)] last-of-type:mb-0';
/** The first missing photo, which the summary of missing fields links to. */
const buttonId = (place: number): string => (place === 1 ? id : `${id}-${place}`);

function Uploading({ progress, onCancel }: { progress: number; onCancel: () => void }) {
  const { t } = useLingui();
  return (
    <>
      <div className="min-w-0 flex-1">
        <p className="text-sm font-semibold">{t`Uploading`}</p>
        <progress
          className="mt-1.5 h-1.5 w-full accent-accent"
          max={100}
          value={Math.round(progress * 100)}
          aria-label={t`Uploading`}
        />
      </div>
      <IconButton label={t`Cancel upload`} onClick={onCancel}>
        <X aria-hidden="true" />
      </IconButton>
    </>
  );
}

interface UploadedProps {
  image: PassportImage;
  file: Blob | undefined;
  place: number;
  /** True if there is only one image, which needs no number. */
  alone: boolean;
  disabled: boolean;
  onReplace: () => void;
  onRemove: () => void;
}

function Uploaded({ image, file, place, alone, disabled, onReplace, onRemove }: UploadedProps) {
  const { t } = useLingui();
  const preview = useObjectUrl(file);
  return (
    <>
      {preview ? (
        <img
          src={preview}
          alt={alone ? t`Your passport` : t`Passport ${place}`}
          className="size-11 flex-none rounded-sm object-cover"
        />
      ) : (
        <span className="grid size-11 flex-none place-items-center rounded-sm bg-success-soft text-success-text">
          <FileCheck aria-hidden="true" className="size-5" />
        </span>
      )}
      <p className="min-w-0 flex-1 basis-24 text-sm">
        <strong className="block truncate font-semibold">{image.name}</strong>
        <span className="nums text-ink-2">{formatFileSize(image.size)}</span>
      </p>
      <Button
        id={buttonId(place)}
        size="sm"
        variant="ghost"
        disabled={disabled}
        aria-label={alone ? undefined : t`Replace photo of passport ${place}`}
        onClick={onReplace}
      >
        <Trans>Replace photo</Trans>
      </Button>
      <IconButton label={alone ? t`Remove file` : t`Remove passport ${place}`} disabled={disabled} onClick={onRemove}>
        <X aria-hidden="true" />
      </IconButton>
    </>
  );
}

interface MissingProps {
  signedIn: boolean;
  place: number;
  people: number;
  described: boolean;
  disabled: boolean;
  onChoose: () => void;
}

function Missing({ signedIn, place, people, described, disabled, onChoose }: MissingProps) {
  return (
    <>
      <span className="grid size-11 flex-none place-items-center rounded-sm bg-surface-2 text-ink-2">
        <IdCard aria-hidden="true" className="size-5" />
      </span>
      <p className="hint min-w-0 flex-1 basis-32">
        {!signedIn ? (
          <Trans>You can add the photo after you sign in.</Trans>
        ) : place > 1 ? (
          <Trans>
            Passport {place} of {people}. You can add it now if you have it with you.
          </Trans>
        ) : (
          <Trans>
            Add a photo. If it's over 5MB, we'll make it smaller. Only you and the people running this trip can see it.
          </Trans>
        )}
      </p>
      <Button
        id={buttonId(place)}
        size="sm"
        disabled={disabled}
        aria-describedby={described ? `${id}-note` : undefined}
        onClick={onChoose}
      >
        <Trans>Choose photo</Trans>
      </Button>
    </>
  );
}

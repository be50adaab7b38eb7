import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, FileCheck, IdCard, X } from 'lucide-react';
import { useRef } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import type { BookingForm } from '@/features/booking/checkout/form/booking-form';
import { fieldId } from '@/features/booking/checkout/form/booking-form';
import { Button, IconButton } from '@/ui/Button';
import { FileInput } from '@/ui/media/FileInput';
import { usePassport } from './use-passport';

const id = fieldId.passport;
const sizeOf = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** The passport photo that some experiences need (a border, a park office): private, and deleted after the trip. */
export function PassportField({ userId, disabled }: { userId: string | null; disabled: boolean }) {
  const { t } = useLingui();
  const { control } = useFormContext<BookingForm>();
  const { errors } = useFormState({ control });
  const passport = usePassport();
  const { image, progress, problem, choose } = passport;
  const input = useRef<HTMLInputElement>(null);
  const message = problem ?? (image ? undefined : errors.passport?.message);
  const shut = disabled || !userId;
  const browse = () => input.current?.click();
  return (
    <div className="field">
      <span className="label" id={`${id}-label`}>{t`Passport image`}</span>
      <FileInput
        ref={input}
        accept="image/*"
        labelledBy={`${id}-label`}
        multiple={false}
        disabled={shut}
        onFiles={([file]) => file && choose(file)}
      />
      <div className="flex items-center gap-3 rounded-md border border-dashed border-line-strong p-3">
        {progress !== null ? (
          <Uploading progress={progress} onCancel={passport.cancel} />
        ) : image ? (
          <Uploaded passport={passport} image={image} disabled={shut} onReplace={browse} />
        ) : (
          <Missing signedIn={userId !== null} described={Boolean(message)} disabled={shut} onChoose={browse} />
        )}
      </div>
      <p className="err" id={`${id}-note`} aria-live="polite">
        {message && (
          <>
            <CircleAlert aria-hidden="true" />
            {message}
          </>
        )}
      </p>
    </div>
  );
}

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
      <IconButton label={t`Cancel the upload`} onClick={onCancel}>
        <X aria-hidden="true" />
      </IconButton>
    </>
  );
}

interface UploadedProps {
  passport: ReturnType<typeof usePassport>;
  image: NonNullable<BookingForm['passport']>;
  disabled: boolean;
  onReplace: () => void;
}

function Uploaded({ passport: { preview, remove }, image, disabled, onReplace }: UploadedProps) {
  const { t } = useLingui();
  return (
    <>
      {preview ? (
        <img src={preview} alt={t`Your passport`} className="size-11 flex-none rounded-sm object-cover" />
      ) : (
        <span className="grid size-11 flex-none place-items-center rounded-sm bg-success-soft text-success-text">
          <FileCheck aria-hidden="true" className="size-5" />
        </span>
      )}
      <p className="min-w-0 flex-1 text-sm">
        <strong className="block truncate font-semibold">{image.name}</strong>
        <span className="nums text-ink-2">{sizeOf(image.size)}</span>
      </p>
      <Button id={id} size="sm" variant="ghost" disabled={disabled} onClick={onReplace}>
        <Trans>Replace</Trans>
      </Button>
      <IconButton label={t`Remove file`} disabled={disabled} onClick={remove}>
        <X aria-hidden="true" />
      </IconButton>
    </>
  );
}

interface MissingProps {
  signedIn: boolean;
  /** The note below says what is wrong. */
  described: boolean;
  disabled: boolean;
  onChoose: () => void;
}

function Missing({ signedIn, described, disabled, onChoose }: MissingProps) {
  return (
    <>
      <span className="grid size-11 flex-none place-items-center rounded-sm bg-surface-2 text-ink-2">
        <IdCard aria-hidden="true" className="size-5" />
      </span>
      <p className="hint min-w-0 flex-1">
        {signedIn ? (
          <Trans>A photo under 5MB. Only the people who run this trip can see it.</Trans>
        ) : (
          <Trans>You can add it after you sign in.</Trans>
        )}
      </p>
      <Button
        id={id}
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

import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, FileCheck, IdCard, X } from 'lucide-react';
import { useRef } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import type { BookingForm } from '@/features/booking/checkout/form';
import { fieldId } from '@/features/booking/checkout/form';
import { Button, IconButton } from '@/ui/Button';
import { usePassport } from './use-passport';

const sizeOf = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** The passport photo that some experiences need (a border, a park office): private, and deleted after the trip. */
export function PassportField({ userId, disabled }: { userId: string | null; disabled: boolean }) {
  const { t } = useLingui();
  const { control } = useFormContext<BookingForm>();
  const { errors } = useFormState({ control });
  const { image, preview, progress, problem, choose, remove, cancel } = usePassport();
  const input = useRef<HTMLInputElement>(null);
  const id = fieldId.passport;
  const message = problem ?? (image ? undefined : errors.passport?.message);
  const shut = disabled || !userId;
  const percent = Math.round((progress ?? 0) * 100);

  return (
    <div className="field">
      <span className="label" id={`${id}-label`}>{t`Passport image`}</span>
      <input
        ref={input}
        type="file"
        accept="image/*"
        className="sr-only"
        tabIndex={-1}
        aria-labelledby={`${id}-label`}
        disabled={shut}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = ''; // the same file may be chosen again
          if (file) void choose(file);
        }}
      />
      <div className="flex items-center gap-3 rounded-md border border-dashed border-line-strong p-3">
        {progress !== null ? (
          <>
            <div className="min-w-0 flex-1">
              <p className="text-sm font-semibold">{t`Uploading`}</p>
              <progress
                className="mt-1.5 h-1.5 w-full accent-accent"
                max={100}
                value={percent}
                aria-label={t`Uploading`}
              />
            </div>
            <IconButton label={t`Cancel the upload`} onClick={cancel}>
              <X aria-hidden="true" />
            </IconButton>
          </>
        ) : image ? (
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
            <Button id={id} size="sm" variant="ghost" disabled={shut} onClick={() => input.current?.click()}>
              <Trans>Replace</Trans>
            </Button>
            <IconButton label={t`Remove file`} disabled={shut} onClick={remove}>
              <X aria-hidden="true" />
            </IconButton>
          </>
        ) : (
          <>
            <span className="grid size-11 flex-none place-items-center rounded-sm bg-surface-2 text-ink-2">
              <IdCard aria-hidden="true" className="size-5" />
            </span>
            <p className="hint min-w-0 flex-1">
              {userId ? (
                <Trans>A photo under 5MB. Only the people who run this trip can see it.</Trans>
              ) : (
                <Trans>You can add it after you sign in.</Trans>
              )}
            </p>
            <Button
              id={id}
              size="sm"
              disabled={shut}
              aria-describedby={message ? `${id}-note` : undefined}
              onClick={() => input.current?.click()}
            >
              <Trans>Choose photo</Trans>
            </Button>
          </>
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

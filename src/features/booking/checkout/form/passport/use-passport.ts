import { useEffect, useEffectEvent, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { BookingForm } from '@/features/booking/checkout/form/booking-form';
import { FileRefused, type MediaRules, notAnImage, refuseLarge } from '@/lib/upload/check';
import type { PutOptions } from '@/lib/upload/upload-list';
import { useUploads } from '@/lib/upload/use-uploads';
import { preparePassport } from './prepare';
import { previewPassport, removePassport, uploadPassport } from './queries';

const PASSPORT_RULES: MediaRules = { kinds: 'image', maxMb: 5, smallerThanMax: true, heic: true, redrawn: true };

/** The passport image of the form: check, upload with progress, preview, replace and remove. */
export function usePassport() {
  const { control, setValue } = useFormContext<BookingForm>();
  const { field } = useController({ control, name: 'passport' });
  const path = field.value?.path ?? null;
  const preview = usePreview(path, () => setValue('passport', null, { shouldDirty: true }));

  const remove = () => {
    if (path) removePassport(path).catch(() => undefined);
    field.onChange(null);
  };
  const put = async ({ file, kind, ...upload }: PutOptions) => {
    const image = await preparePassport(file, kind.contentType);
    if (!image) throw new FileRefused(notAnImage());
    refuseLarge(image, PASSPORT_RULES);
    const uploaded = await uploadPassport({ file: image, ...upload });
    // The one before stays until there is another.
    if (path) removePassport(path).catch(() => undefined);
    field.onChange({ path: uploaded, name: file.name, size: image.size });
    return uploaded;
  };
  // The form's draft keeps what is stored, so the list has no draft of its own.
  const uploads = useUploads({ rules: PASSPORT_RULES, max: 1, put, drop: removePassport });
  const upload = uploads.items[0];
  const running = upload && upload.type !== null && !upload.stored && !upload.error;
  return {
    image: field.value,
    preview,
    /** 0 to 1 while one is on its way. */
    progress: running ? upload.progress : null,
    problem: upload?.error ?? null,
    choose: (file: File) => uploads.add([file]),
    remove,
    cancel: () => uploads.reset(),
  };
}

/** The stored image as an object URL. `onGone`: it was deleted meanwhile, and the form asks for it again. */
function usePreview(path: string | null, onGone: () => void): string | null {
  const [preview, setPreview] = useState<string | null>(null);
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    if (!path) return;
    let url: string | null = null;
    let live = true;
    previewPassport(path)
      .then((made) => {
        url = made;
        if (live) setPreview(made);
        else if (made) URL.revokeObjectURL(made);
        if (live && !made) gone();
      })
      .catch(() => undefined); // the name and size still say what was uploaded
    return () => {
      live = false;
      setPreview(null);
      if (url) URL.revokeObjectURL(url);
    };
  }, [path]);
  return preview;
}

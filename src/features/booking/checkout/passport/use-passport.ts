import { useEffect, useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { BookingForm } from '@/features/booking/checkout/form';
import { isAbort, toAppError } from '@/lib/api/errors';
import { checkPassport, notAnImage } from './check';
import { preparePassport } from './prepare';
import { previewPassport, removePassport, uploadPassport } from './queries';

/** The passport image of the form: check, upload with progress, preview, replace and remove. */
export function usePassport() {
  const { control, setValue } = useFormContext<BookingForm>();
  const { field } = useController({ control, name: 'passport' });
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [preview, setPreview] = useState<string | null>(null);
  const upload = useRef<AbortController | null>(null);
  const path = field.value?.path ?? null;

  useEffect(() => () => upload.current?.abort(), []);
  useEffect(() => {
    if (!path) return;
    let url: string | null = null;
    let live = true;
    previewPassport(path)
      .then((made) => {
        url = made;
        if (live) setPreview(made);
        else if (made) URL.revokeObjectURL(made);
        if (live && !made) setValue('passport', null, { shouldDirty: true }); // the form asks for it again
      })
      .catch(() => undefined); // the name and size still say what was uploaded
    return () => {
      live = false;
      setPreview(null);
      if (url) URL.revokeObjectURL(url);
    };
  }, [path, setValue]);

  const remove = () => {
    if (path) removePassport(path).catch(() => undefined);
    field.onChange(null);
  };
  const choose = async (file: File) => {
    setProblem(null);
    const checked = await checkPassport(file);
    if ('error' in checked) return setProblem(checked.error);
    upload.current?.abort();
    const controller = new AbortController();
    upload.current = controller;
    setProgress(0);
    try {
      const image = await preparePassport(file, checked.type);
      if (!image) return setProblem(notAnImage());
      const uploaded = await uploadPassport({ file: image, onProgress: setProgress, signal: controller.signal });
      if (path) removePassport(path).catch(() => undefined);
      field.onChange({ path: uploaded, name: file.name, size: image.size });
    } catch (error) {
      if (isAbort(error)) return;
      const { message, detail } = toAppError(error);
      setProblem(detail ? `${message} ${detail}` : message);
    } finally {
      if (upload.current === controller) setProgress(null);
    }
  };
  return { image: field.value, preview, progress, problem, choose, remove, cancel: () => upload.current?.abort() };
}

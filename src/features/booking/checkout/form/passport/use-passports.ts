import { useEffect, useState } from 'react';
import type { PassportImage } from '@/features/booking/checkout/form/booking-form';
import { FileRefused, type MediaRules, notAnImage, refuseLarge } from '@/lib/upload/check';
import type { PutOptions } from '@/lib/upload/upload-list';
import { useUploads } from '@/lib/upload/use-uploads';
import { preparePassport } from './prepare';
import { removePassport, uploadPassport } from './queries';

const PASSPORT_RULES: MediaRules = { kinds: 'image', maxMb: 5, smallerThanMax: true, heic: true, redrawn: true };

/** What becomes of the images that there are at that moment. */
export type ChangePassports = (next: (images: PassportImage[]) => PassportImage[]) => void;

/** The passport images of a form, up to one a person: check, upload with progress, preview, replace and remove. One at a time. */
export function usePassports(onChange: ChangePassports) {
  /** The one whose place the upload takes; null for one more. */
  const [target, setTarget] = useState<string | null>(null);
  // What was chosen on this page can be shown: nobody reads an image back from its bucket, not even its owner.
  const [files, setFiles] = useState<Record<string, Blob>>({});

  const change = (path: string | null, next: PassportImage | null) => {
    onChange((images) => {
      const others = images.flatMap((image) => (image.path !== path ? [image] : next ? [next] : []));
      return next && !images.some((image) => image.path === path) ? [...images, next] : others;
    });
    if (path) removePassport(path).catch(() => undefined);
  };
  const put = async ({ file, kind, ...upload }: PutOptions) => {
    const image = await preparePassport(file, kind.contentType);
    if (!image) throw new FileRefused(notAnImage());
    refuseLarge(image, PASSPORT_RULES);
    const path = await uploadPassport({ file: image, ...upload });
    setFiles((before) => ({ ...before, [path]: image }));
    // The one before stays until there is another.
    change(target, { path, name: file.name, size: image.size });
    return path;
  };
  // The form's draft keeps what is stored, so the list has no draft of its own.
  const uploads = useUploads({ rules: PASSPORT_RULES, max: 1, put });
  const upload = uploads.items[0];
  const running = upload && upload.type !== null && !upload.stored && !upload.error;
  return {
    files,
    target,
    /** 0 to 1 while one is on its way. */
    progress: running ? upload.progress : null,
    problem: upload?.error ?? null,
    aim: setTarget,
    choose: (file: File) => uploads.add([file]),
    remove: (path: string) => change(path, null),
    cancel: () => uploads.reset(),
  };
}

/** A file as an address that an image can show, as long as it is shown. */
export function useObjectUrl(file: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return url;
}

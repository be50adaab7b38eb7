import { useEffect, useState } from 'react';
import type { PassportImage } from '@/features/booking/checkout/form/booking-form';
import { FileRefused, type MediaRules, notAnImage, refuseLarge } from '@/lib/upload/check';
import type { PutOptions } from '@/lib/upload/upload-list';
import { useUploads } from '@/lib/upload/use-uploads';
import { preparePassport } from './prepare';
import { removePassport, uploadPassport } from './queries';

const PASSPORT_RULES: MediaRules = { kinds: 'image', maxMb: 5, smallerThanMax: true, heic: true, redrawn: true };

/** Receives a function that turns the current images into the new ones. */
export type ChangePassports = (next: (images: PassportImage[]) => PassportImage[]) => void;

/**
 * Manages a form's passport images, up to one per person: checks, uploads with progress, preview, replacement and
 * removal. Only one upload runs at a time. One that failed is kept under the name of the draft, so that it can be
 * retried after signing in again.
 */
export function usePassports(draft: string | undefined, onChange: ChangePassports) {
  /** The image that is being replaced, or null if an image is added. */
  const [target, setTarget] = useState<string | null>(null);
  // Only images chosen on this page have a preview, because stored ones can't be read back.
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
    // The old image stays until the new one is stored.
    change(target, { path, name: file.name, size: image.size });
    return path;
  };
  const uploads = useUploads({ rules: PASSPORT_RULES, max: 1, put, draft });
  const upload = uploads.items[0];
  const running = upload && upload.type !== null && !upload.stored && !upload.error;
  return {
    files,
    target,
    /** The progress from 0 to 1, or null if nothing is being uploaded. */
    progress: running ? upload.progress : null,
    /** The failed upload, or one whose file was refused. */
    failed: upload?.error ? upload : null,
    aim: setTarget,
    choose: (file: File) => uploads.add([file]),
    remove: (path: string) => change(path, null),
    cancel: () => uploads.reset(),
    retry: uploads.retry,
  };
}

/** Returns an object URL for a file while the component is mounted. */
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

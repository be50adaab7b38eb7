import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { checkMedia, type MediaRules } from '@/lib/upload/check';
import type { PutOptions } from '@/lib/upload/upload-list';
import { useUploads } from '@/lib/upload/use-uploads';
import { toast } from '@/ui/feedback/toast';
import { replaceAvatar } from './edit/queries';
import { type Profile, profileKeys } from './queries';

/** The bucket has the same limit. */
export const AVATAR_RULES: MediaRules = { kinds: 'image', maxMb: 5, smallerThanMax: true };

/**
 * Lets the person choose, crop and save a new picture in place of the old one. `onClose` is called after saving or
 * cancelling.
 */
export function useAvatar(profile: Profile, onClose: () => void) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [refused, setRefused] = useState<string | null>(null);

  const close = () => {
    setFile(null);
    setRefused(null);
    onClose();
  };
  const put = async ({ file: image, kind, ...upload }: PutOptions) => {
    const address = await replaceAvatar({ userId: profile.id, image, kind, previous: profile.avatar_url, ...upload });
    await client.invalidateQueries({ queryKey: profileKeys.one(profile.id) });
    close();
    toast.success(t`Avatar updated successfully`);
    return address;
  };
  const uploads = useUploads({ rules: AVATAR_RULES, max: 1, put, draft: `avatar-${profile.id}` });
  const upload = uploads.items[0];
  return {
    file,
    /** The progress from 0 to 1, or null if nothing is being uploaded. */
    progress: upload && !upload.stored && !upload.error ? upload.progress : null,
    problem: refused ?? upload?.error ?? null,
    /** The cropped picture that couldn't be saved. It can be retried after signing in again. */
    failed: upload?.error ? upload : null,
    retry: uploads.retry,
    choose: async (chosen: File) => {
      // The cropped picture is small, however large the original.
      const kind = await checkMedia(chosen, { ...AVATAR_RULES, redrawn: true });
      setRefused('error' in kind ? kind.error : null);
      if (!('error' in kind)) setFile(chosen);
    },
    save: (image: Blob) => uploads.add([new File([image], 'avatar')]),
    cancel: () => {
      uploads.reset();
      close();
    },
  };
}

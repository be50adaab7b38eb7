import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Camera, CircleAlert } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { isAbort, toAppError } from '@/lib/api/errors';
import type { ImageType } from '@/lib/media/file-types';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/feedback/toast';
import { Avatar } from '@/ui/media/Avatar';
import { replaceAvatar } from './edit/queries';
import { checkPicture } from './picture';
import { type Profile, profileKeys } from './queries';

const CropDialog = lazy(() => import('./CropDialog'));

/** The picture and the way to change it: choose, cut, store. */
export function AvatarField({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const upload = useRef<AbortController | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const choose = async (chosen: File) => {
    const refused = await checkPicture(chosen);
    setProblem(refused);
    if (!refused) setFile(chosen);
  };
  const close = () => {
    upload.current?.abort();
    setFile(null);
    setProblem(null);
    button.current?.focus();
  };
  const save = async (image: Blob, type: ImageType) => {
    const controller = new AbortController();
    upload.current = controller;
    setProblem(null);
    setProgress(0);
    try {
      await replaceAvatar({
        userId: profile.id,
        image,
        type,
        previous: profile.avatar_url,
        onProgress: setProgress,
        signal: controller.signal,
      });
      await client.invalidateQueries({ queryKey: profileKeys.one(profile.id) });
      close();
      toast.success(t`Avatar updated successfully`);
    } catch (error) {
      if (isAbort(error)) return;
      const { message, detail } = toAppError(error);
      setProblem(detail ? `${message} ${detail}` : message);
    } finally {
      setProgress(null);
    }
  };

  return (
    <div className="flex items-center gap-5">
      <Avatar name={profile.full_name || profile.email} src={profile.avatar_url} size={88} />
      <div className="grid justify-items-start gap-1.5">
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp,image/avif"
          className="sr-only"
          tabIndex={-1}
          aria-label={t`Profile picture`}
          onChange={(event) => {
            const chosen = event.target.files?.[0];
            event.target.value = ''; // the same file may be chosen again
            if (chosen) void choose(chosen);
          }}
        />
        <Button
          ref={button}
          icon={<Camera aria-hidden="true" />}
          aria-describedby="avatar-note"
          onClick={() => input.current?.click()}
        >
          <Trans>Change picture</Trans>
        </Button>
        <div id="avatar-note" aria-live="polite">
          {problem && !file ? (
            <p className="err">
              <CircleAlert aria-hidden="true" />
              <span>{problem}</span>
            </p>
          ) : (
            <p className="hint">
              <Trans>JPG, PNG or GIF, under 5MB.</Trans>
            </p>
          )}
        </div>
      </div>
      {file && (
        <Suspense>
          <CropDialog
            key={file.name + file.lastModified}
            file={file}
            progress={progress}
            problem={problem}
            onCancel={close}
            onDone={(image, type) => void save(image, type)}
          />
        </Suspense>
      )}
    </div>
  );
}

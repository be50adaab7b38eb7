import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, CircleAlert } from 'lucide-react';
import { useRef } from 'react';
import { acceptOf } from '@/lib/upload/check';
import { Button } from '@/ui/Button';
import { lazyPart } from '@/ui/loading/lazy-part';
import { Avatar } from '@/ui/media/Avatar';
import { FileInput } from '@/ui/media/FileInput';
import { RetryUpload } from '@/ui/media/RetryUpload';
import type { Profile } from './queries';
import { AVATAR_RULES, useAvatar } from './use-avatar';

const CropDialog = lazyPart(() => import('./CropDialog'));

/** Lets the person choose, crop and save their picture. */
export function AvatarField({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { file, progress, problem, failed, choose, save, retry, cancel } = useAvatar(profile, () =>
    button.current?.focus(),
  );
  return (
    <div className="flex flex-wrap items-center gap-5">
      <Avatar name={profile.full_name || profile.email} src={profile.avatar_url} size={88} />
      <div className="grid justify-items-start gap-1.5">
        <FileInput
          ref={input}
          accept={acceptOf(AVATAR_RULES)}
          label={t`Profile picture`}
          multiple={false}
          onFiles={([chosen]) => chosen && void choose(chosen)}
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
            <p key="first" className="err">
              <CircleAlert aria-hidden="true" />
              <span>{problem}</span>
            </p>
          ) : (
            <p className="hint">
              <Trans>JPG, PNG, GIF, WebP or AVIF. If it's over 5MB, we'll make it smaller.</Trans>
            </p>
          )}
        </div>
        {failed && !file && <RetryUpload item={failed} onRetry={() => retry(failed)} />}
      </div>
      {file && (
        <CropDialog
          key={file.name + file.lastModified}
          file={file}
          progress={progress}
          problem={problem}
          signedOut={failed?.signedOut ?? false}
          onCancel={cancel}
          onDone={save}
        />
      )}
    </div>
  );
}

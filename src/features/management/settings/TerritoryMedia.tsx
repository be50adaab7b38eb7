import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { territoryKeys } from '@/features/catalogue/territories/keys';
import { AppError } from '@/lib/api/errors';
import { isVersionConflict } from '@/lib/api/versions';
import { useEntityMedia } from '@/lib/upload/use-entity-media';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Alert } from '@/ui/feedback/Alert';
import { ConflictNotice } from '@/ui/form/ConflictNotice';
import { UnsavedGuard } from '@/ui/form/UnsavedGuard';
import { MediaField } from '@/ui/media/MediaField';
import { type ManagedTerritory, saveSettings } from '../queries';
import { useKeptBase } from './use-kept-base';

interface Props {
  territory: ManagedTerritory;
  onSaved: () => void;
  /** Reads the territory again and starts the form anew. */
  onReload: () => void;
}

/** The pictures and videos by which a region is known. */
export function TerritoryMedia({ territory, onSaved, onReload }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const draft = `region-media-${territory.id}`;
  const { image_urls, video_urls } = territory;
  const media = useEntityMedia({ folder: 'territory-media', draft, images: image_urls, videos: video_urls });
  const was = useKeptBase(draft, { image_urls, video_urls }, media.changed);
  const discard = () => {
    media.discard();
    was.forget();
  };
  const [asked, setAsked] = useState(false);
  const save = useMutation({
    mutationFn: async (over: boolean) => {
      if (media.uploading) throw new AppError('uploading', t`Please wait until your files are uploaded`);
      if (media.images.length === 0) throw new AppError('no_image', t`At least one image is required`);
      await saveSettings(territory.id, over ? null : was.base, { image_urls: media.images, video_urls: media.videos });
      media.forget();
      was.forget();
      await client.invalidateQueries({ queryKey: territoryKeys.all });
      onSaved();
    },
  });
  const conflict = isVersionConflict(save.error);
  const missing = asked && media.images.length === 0 && !media.uploading;
  return (
    <Card className="p-4 sm:p-5">
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          save.mutate(false);
        }}
      >
        <h2 className="text-lg font-bold">
          <Trans>Territory media</Trans>
        </h2>
        <UnsavedGuard dirty={media.changed && !save.isPending} onDiscard={discard} />
        {conflict && (
          <ConflictNotice
            onReload={() => {
              discard();
              onReload();
            }}
            onKeep={() => save.mutate(true)}
          />
        )}
        {save.error && !conflict && !missing && <Alert tone="danger">{save.error.message}</Alert>}
        <MediaField
          id={`${draft}-add`}
          label={t`Photos and videos`}
          uploads={media}
          error={missing ? t`At least one image is required` : undefined}
        />
        <Button
          type="submit"
          variant={media.changed ? 'primary' : 'secondary'}
          className="justify-self-start"
          busy={save.isPending}
        >
          <Trans>Save media</Trans>
        </Button>
      </form>
    </Card>
  );
}

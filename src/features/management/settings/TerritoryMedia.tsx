import { t as text } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { z } from 'zod/mini';
import { useEntityMedia } from '@/lib/upload/use-entity-media';
import { Card } from '@/ui/Card';
import { Form } from '@/ui/form/Form';
import { SaveBar } from '@/ui/form/SaveBar';
import { useForm, useFormValue } from '@/ui/form/use-form';
import { MediaField } from '@/ui/media/MediaField';
import { type ManagedTerritory, type SettingsPart, saveSettings } from '../queries';

interface Props {
  territory: ManagedTerritory;
  onSaved: () => Promise<void>;
  onReload: () => void;
}

const schema = z.object({
  image_urls: z.array(z.string()).check(z.minLength(1, { error: () => text`At least one image is required` })),
  video_urls: z.array(z.string()),
});

/** Edits the territory's pictures and videos. */
export function TerritoryMedia({ territory, onSaved, onReload }: Props) {
  const { t } = useLingui();
  const draft = `settings-media-${territory.id}`;
  const { image_urls, video_urls } = territory;
  const media = useEntityMedia({ folder: 'territory-media', draft, images: image_urls, videos: video_urls });
  const version: SettingsPart | null = { image_urls, video_urls };
  const form = useForm({
    schema,
    values: { image_urls, video_urls },
    draft,
    version,
    latest: async () => null,
    uploads: { field: 'image_urls', ...media },
    save: (values, { expectedVersion, key }) => saveSettings(territory.id, expectedVersion, values, key),
    onSaved,
    next: (values) => values,
  });
  useFormValue(form, 'image_urls', media.images);
  useFormValue(form, 'video_urls', media.videos);
  return (
    <Card className="@container p-4 sm:p-5">
      <Form form={form} className="grid grid-cols-1 gap-4" name={t`Territory media`} guarded onReload={onReload}>
        <h2 className="text-lg font-bold">
          <Trans>Territory media</Trans>
        </h2>
        <MediaField label={t`Photos and videos`} uploads={media} {...form.field('image_urls')} />
        <SaveBar submit={<Trans>Save media</Trans>} />
      </Form>
    </Card>
  );
}

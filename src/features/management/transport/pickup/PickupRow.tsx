import { Trans, useLingui } from '@lingui/react/macro';
import { MapPin, Pencil, Trash2 } from 'lucide-react';
import { webLink } from '@/lib/format/web-link';
import { localizeInner } from '@/lib/i18n/listing-texts';
import { IconButton } from '@/ui/Button';
import { TranslationBadges } from '../../catalogue/TranslationBadges';
import { statesOf } from '../../catalogue/translations';
import type { Pickup } from './queries';

interface Props {
  place: Pickup;
  onEdit: () => void;
  onDelete: () => void;
}

export function PickupRow({ place, onEdit, onDelete }: Props) {
  const { t } = useLingui();
  const { name, directions, untranslated = {} } = localizeInner(place, ['name', 'directions']);
  const link = webLink(place.map_link);
  return (
    <li className="flex flex-wrap items-start gap-x-3 border-t border-line px-4 py-3 sm:px-5">
      <MapPin aria-hidden="true" className="mt-1 size-4.5 flex-none text-ink-2" />
      <div className="min-w-0 flex-1 basis-32">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <strong className="font-semibold wrap-anywhere" lang={untranslated.name}>
            {name}
          </strong>
          <TranslationBadges language={place.language} translated={statesOf(place.translations)} />
        </p>
        {directions && (
          <p className="text-sm whitespace-pre-line text-ink-2 wrap-anywhere" lang={untranslated.directions}>
            {directions}
          </p>
        )}
        {link && (
          <a className="text-sm font-medium underline" href={link} target="_blank" rel="noreferrer noopener">
            <Trans>Open the map</Trans>
            <span className="sr-only"> {name}</span>
          </a>
        )}
      </div>
      <div className="-mr-2 ml-auto flex flex-none">
        <IconButton small label={t`Edit ${name}`} onClick={onEdit}>
          <Pencil aria-hidden="true" />
        </IconButton>
        <IconButton small look="danger" label={t`Delete ${name}`} onClick={onDelete}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  );
}

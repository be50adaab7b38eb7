import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { EyeOff, ImageOff } from 'lucide-react';
import { formatMoney } from '@/lib/format/money';
import { parseImage } from '@/lib/media/media';
import { excerpt } from '@/lib/routing/page-head';
import { Badge } from '@/ui/Badge';
import { countryName } from '@/ui/media/Flag';
import { Poster } from '@/ui/media/Poster';
import type { FirstSteps } from './queries';

/** Shows the territory's card as visitors will see it in the list of regions. */
export function Preview({ steps: { territory, experience, experiences, open } }: { steps: FirstSteps }) {
  const { t } = useLingui();
  const { name, untranslated, summary, description, image, country, currency_symbol } = territory;
  const price = experience?.price ? formatMoney(experience.price, currency_symbol) : null;
  return (
    <div className="card card-clip">
      <div className="relative">
        {!open && (
          <Badge tone="paper" className="absolute top-3 left-3 z-1">
            <EyeOff aria-hidden="true" />
            {territory.visible ? t`Nothing can be booked yet` : t`Hidden, only your team sees it`}
          </Badge>
        )}
        {image ? (
          <Poster picture={parseImage(image)} alt="" sizes="22rem" className="aspect-[16/10] w-full" />
        ) : (
          <div className="grid aspect-[16/10] place-items-center bg-surface-3 text-ink-3">
            <ImageOff aria-hidden="true" className="size-8" />
          </div>
        )}
      </div>
      <div className="bg-lago-800 px-4 py-3.5 text-white">
        <p className="font-title text-2xl wrap-anywhere" lang={untranslated?.name}>
          {name}
        </p>
        <p className="text-sm text-lago-100">{countryName(country)}</p>
      </div>
      <div className="grid gap-3 p-4">
        <p className="text-sm text-ink-2 wrap-anywhere">{summary || excerpt(description)}</p>
        <p className="nums flex flex-wrap justify-between gap-x-4 border-t border-line pt-3">
          <span>{t`${plural(experiences, { one: '# experience', other: '# experiences' })}`}</span>
          {price && <span className="font-semibold">{t`from ${price}`}</span>}
        </p>
      </div>
    </div>
  );
}

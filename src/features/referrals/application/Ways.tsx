import { Trans, useLingui } from '@lingui/react/macro';
import { Compass, Hotel, Megaphone, Ship } from 'lucide-react';
import { Button } from '@/ui/Button';
import { WAYS, type Way, wayName, wayText } from './ways';

const ICONS = {
  tour_guide: Compass,
  hotel_partner: Hotel,
  transport_provider: Ship,
  influencer_partner: Megaphone,
} as const;

export function Ways({ onChoose }: { onChoose: (way: Way) => void }) {
  const { t, i18n } = useLingui();
  return (
    <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-4">
      {WAYS.map((way) => {
        const Icon = ICONS[way];
        const name = i18n._(wayName[way]);
        return (
          <li key={way} className="card flex flex-col items-start p-6">
            <span className="grid size-12 place-items-center rounded-md bg-accent-soft text-accent-text">
              <Icon aria-hidden="true" className="size-6" />
            </span>
            <h3 className="mt-4 text-xl font-bold">{name}</h3>
            <p className="mt-1.5 mb-5 text-ink-2">{i18n._(wayText[way])}</p>
            <Button className="mt-auto" aria-label={t`Apply now as ${name}`} onClick={() => onChoose(way)}>
              <Trans>Apply now</Trans>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/Button';
import { lazyPart } from '@/ui/loading/lazy-part';

const PassportDialog = lazyPart(() => import('./PassportDialog'));

type Props = {
  bookingId: string;
  places: readonly number[];
  people: number;
};

/** Shows a booking's passport photos to operators. Shows nothing if there are none. */
export function ViewPassports({ bookingId, places, people }: Props) {
  const { t } = useLingui();
  if (places.length === 0) return null;
  const count = places.length;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {people > 1 && <span>{t`${count} of ${plural(people, { one: '# passport', other: '# passports' })}`}</span>}
      {places.map((place) => (
        <ViewPassport
          key={place}
          bookingId={bookingId}
          place={place}
          label={people > 1 ? t`View passport ${place}` : t`View passport`}
        />
      ))}
    </div>
  );
}

interface OneProps {
  bookingId: string;
  place: number;
  label: string;
  own?: boolean;
}

export function ViewPassport({ bookingId, place, label, own = false }: OneProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="ghost" icon={<Eye aria-hidden="true" />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && <PassportDialog bookingId={bookingId} place={place} own={own} onClose={() => setOpen(false)} />}
    </>
  );
}

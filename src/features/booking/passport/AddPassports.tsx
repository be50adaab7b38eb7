import { Trans } from '@lingui/react/macro';
import { IdCard } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { lazyPart } from '@/ui/loading/lazy-part';

const AddPassportsDialog = lazyPart(() => import('./AddPassportsDialog'));

interface Props {
  bookingId: string;
  title: string;
  people: number;
  onChanged: () => Promise<unknown>;
}

/** Asks for the passport photos of a ticket whose trip needs them and that has none, because the trip is another one now. */
export function AddPassports({ bookingId, title, people, onChanged }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <Alert
      tone="warn"
      className="mt-4"
      action={
        <Button size="sm" icon={<IdCard aria-hidden="true" />} onClick={() => setAsking(true)}>
          <Trans>Add passport photo</Trans>
        </Button>
      }
    >
      <p>
        <Trans>This trip needs a passport photo, and your booking has none yet.</Trans>
      </p>
      {asking && (
        <AddPassportsDialog
          bookingId={bookingId}
          title={title}
          people={people}
          onClose={() => setAsking(false)}
          onChanged={onChanged}
        />
      )}
    </Alert>
  );
}

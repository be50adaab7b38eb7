import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { formatDay } from '@/lib/format/dates';
import { useFailureText } from '@/lib/offline/use-failure-text';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { Input } from '@/ui/form/controls';
import { type EarlierGuest, guestsQuery } from './queries';

interface Props {
  territoryId: string;
  onChoose: (guest: EarlierGuest) => void;
}

/** Finds a guest who has booked before, so that name and number aren't typed again. It isn't part of the sale's form. */
export function GuestFinder({ territoryId, onChoose }: Props) {
  const { t } = useLingui();
  const id = useId();
  const [text, setText] = useState('');
  const [wanted, setWanted] = useState('');
  const { data, error, isFetching } = useQuery(guestsQuery(territoryId, wanted));
  const failure = useFailureText(error);
  const find = () => setWanted(text.trim());
  const choose = (guest: EarlierGuest) => {
    onChoose(guest);
    setText('');
    setWanted('');
  };
  return (
    <div className="grid gap-2">
      <label className="label" htmlFor={id}>
        <Trans>Booked before? Find the guest</Trans>
      </label>
      <div className="flex gap-2">
        <Input
          id={id}
          type="search"
          className="min-w-0 flex-1"
          maxLength={100}
          placeholder={t`Name, phone or email`}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault(); // Enter would send the sale.
            find();
          }}
        />
        <Button busy={isFetching} icon={<Search aria-hidden="true" />} onClick={find}>
          <Trans>Find</Trans>
        </Button>
      </div>
      {failure && <Alert tone="danger">{failure}</Alert>}
      <div role="status">
        {data?.length === 0 && (
          <p className="text-sm text-ink-2">
            <Trans>No earlier guest found. Enter the name below.</Trans>
          </p>
        )}
      </div>
      {data && data.length > 0 && (
        <ul className="divide-y divide-line border-y border-line" aria-label={t`Earlier guests`}>
          {data.map((guest) => (
            <li key={`${guest.guest_name} ${guest.whatsapp_number}`}>
              <button
                type="button"
                className="grid min-h-12 w-full cursor-pointer gap-x-3 py-1.5 text-left hover:bg-surface-2"
                onClick={() => choose(guest)}
              >
                <b className="font-semibold wrap-anywhere">{guest.guest_name ?? guest.whatsapp_number}</b>
                <small className="nums text-sm text-ink-2">
                  {[
                    guest.guest_name && guest.whatsapp_number,
                    plural(guest.bookings, { one: '# booking', other: '# bookings' }),
                    formatDay(guest.last_date),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

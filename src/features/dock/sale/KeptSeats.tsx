import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sendIdempotent } from '@/lib/api/send-idempotent';
import { formatHourOrMoment, formatTime } from '@/lib/format/dates';
import { phoneId } from '@/lib/offline/phone';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { type DockDeparture, saleKeys } from './queries';
import { giveBack, keepSeats, type Reserve, reservesQuery } from './reserves';
import { keyOf, typesOf } from './rules';

/** The usual number of walk-ins until the signal is back. */
const USUAL_SEATS = 4;

interface Props {
  userId: string;
  departures: readonly DockDeparture[];
}

/** Reserves seats on this phone while online, to sell them offline. */
export function KeptSeats({ userId, departures }: Props) {
  const { data: reserves = [] } = useQuery(reservesQuery(userId));
  const kept = new Set(reserves.map((one) => keyOf(one)));
  const open = departures.filter((one) => typesOf(one).includes('shared') && !kept.has(keyOf(one)));
  if (reserves.length === 0 && open.length === 0) return null;
  return (
    <section aria-labelledby="kept-seats" className="grid gap-3">
      <h2 id="kept-seats" className="font-bold">
        <Trans>Selling without a signal</Trans>
      </h2>
      {reserves.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {reserves.map((one) => (
            <KeptRow key={one.reserve_id} userId={userId} reserve={one} />
          ))}
        </ul>
      )}
      {open.length > 0 && <KeepForm key={open.length} userId={userId} departures={open} />}
    </section>
  );
}

function useReserveMutation<Given>(userId: string, mutationFn: (given: Given) => Promise<void>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: saleKeys.all(userId) }) });
}

function KeptRow({ userId, reserve }: { userId: string; reserve: Reserve }) {
  const { t } = useLingui();
  const { title } = reserve;
  const back = useReserveMutation(userId, () => giveBack(reserve.reserve_id));
  const seats = plural(reserve.seats, { one: '# seat', other: '# seats' });
  const until = formatHourOrMoment(reserve.sell_until, reserve.time_zone);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="min-w-0 wrap-anywhere">
        <b className="block font-semibold">{t`${seats}: ${title}`}</b>
        <small className="nums block text-sm text-ink-2">
          {reserve.phone === phoneId()
            ? t`Held on this phone until ${until}`
            : t`Held on your other phone until ${until}`}
        </small>
      </span>
      <Button size="sm" busy={back.isPending} onClick={() => back.mutate(undefined)}>
        <Trans>Release seats</Trans>
      </Button>
      <FailureAlert error={back.error} />
    </li>
  );
}

function KeepForm({ userId, departures }: Props) {
  const { t } = useLingui();
  const [key, setKey] = useState(() => keyOf(departures[0] as DockDeparture));
  const of = departures.find((one) => keyOf(one) === key) ?? departures[0];
  const seats = Math.min(USUAL_SEATS, of?.available ?? 0);
  const keep = useReserveMutation(userId, (one: DockDeparture) =>
    sendIdempotent('keep-seats', `${keyOf(one)} ${seats}`, (idempotencyKey) => keepSeats(one, seats, idempotencyKey)),
  );
  if (!of) return null;
  const count = plural(seats, { one: 'Hold # seat on this phone', other: 'Hold # seats on this phone' });
  return (
    <div className="grid gap-3">
      {departures.length > 1 && (
        <Field label={t`Departure`}>
          <Select
            value={keyOf(of)}
            options={departures.map((one) => ({
              value: keyOf(one),
              label: [one.start_time && formatTime(one.start_time), one.title].filter(Boolean).join(', '),
            }))}
            onChange={(event) => setKey(event.target.value)}
          />
        </Field>
      )}
      <p className="text-sm text-ink-2">
        <Trans>
          Before you lose the signal, hold seats on this phone to sell for cash. No one else can sell them. Unsold seats
          are released automatically.
        </Trans>
      </p>
      <FailureAlert error={keep.error} />
      <div>
        <Button busy={keep.isPending} onClick={() => keep.mutate(of)}>
          {count}
        </Button>
      </div>
    </div>
  );
}

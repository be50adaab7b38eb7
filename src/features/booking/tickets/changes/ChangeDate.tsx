import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '@/features/booking/offers/choice-parts';
import { whenOf } from '@/features/booking/offers/labels';
import { AppError, isTransient } from '@/lib/api/errors';
import { clearDraft, readDraft, writeDraft } from '@/lib/storage/form-draft';
import { Button } from '@/ui/Button';
import { Fresh } from '@/ui/Fresh';
import { Alert } from '@/ui/feedback/Alert';
import { type ChoosingProps, settle } from './choosing';
import { DateChoices, LateNote, PriceNote } from './DateChoices';
import { type ChangeOptions, type Choice, changeBooking, refusalText } from './queries';

const draftOf = ({ kind, booking_id }: ChangeOptions) => `change-date-${kind}-${booking_id}`;

/** Returns the choice from before a reload or sign-in, with its request's key, if it is still available. */
function readChosen(draft: string, choices: readonly Choice[]): { choice: Choice; key: string } | null {
  const { values, id } = readDraft(draft) ?? {};
  const choice = choices.find(
    ({ service_date, slot_id }) => service_date === values?.service_date && slot_id === values.slot_id,
  );
  return choice && id ? { choice, key: id } : null;
}

/** Offers another date or time of the same service. Nothing changes before the button is pressed. */
export function ChangeDate({ booking, refetch, onHeld, onDone }: ChoosingProps) {
  const { t } = useLingui();
  const data = { ...booking, ...booking.date };
  const { refund_amount, extra_amount } = data;
  const draft = draftOf(booking);
  // Each choice has one key, so it is applied once even if it is sent repeatedly.
  const [chosen, setChosen] = useState(() => readChosen(draft, data.choices));
  const change = useMutation({
    mutationFn: ({ choice: { slot_id, service_date }, key }: { choice: Choice; key: string }) =>
      changeBooking(booking, [{ step: 'date', slot_id, service_date }], { refund_amount, extra_amount }, key),
    onSuccess: (changed) => {
      // The request is complete, so another choice gets a new key.
      clearDraft(draft);
      settle(changed, { onHeld, onDone });
    },
    // The seats or the price have changed, so we show the current ones and ask the guest to choose again.
    onError: (error) => {
      // If the session has expired, nothing was changed, so we keep the choice for after the sign-in.
      if (isTransient(error) || (error instanceof AppError && error.code === 'session_expired')) return;
      clearDraft(draft);
      setChosen(null);
      void refetch();
    },
  });
  const refused = refusalText(data, data);
  if (refused) {
    return (
      <Alert tone="info">
        <p>{refused}</p>
      </Alert>
    );
  }
  const when = chosen ? whenOf(chosen.choice) : '';
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) change.mutate(chosen);
      }}
    >
      {data.choices.length > 0 && (
        <p className="text-ink-2">
          <PriceNote data={data} /> <LateNote percent={data.refund_at_most} />
        </p>
      )}
      <DateChoices
        data={data}
        chosen={chosen?.choice ?? null}
        disabled={change.isPending}
        onChoose={(choice) => {
          const { service_date, slot_id } = choice;
          const key = crypto.randomUUID();
          setChosen({ choice, key });
          writeDraft(draft, { values: { service_date, slot_id }, id: key });
          change.reset();
        }}
      />
      <Failure error={change.error} />
      {chosen && (
        <div>
          <Button type="submit" variant="primary" className="whitespace-normal" busy={change.isPending}>
            {data.at_once ? (
              <Fresh>{t`Change to ${when}`}</Fresh>
            ) : (
              <span key="pay">
                <Trans>Continue to payment</Trans>
              </span>
            )}
          </Button>
        </div>
      )}
    </form>
  );
}

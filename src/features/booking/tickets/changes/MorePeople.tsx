import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '@/features/account/session/session';
import { noPassport } from '@/features/booking/checkout/form/booking-form';
import { PassportImages } from '@/features/booking/checkout/form/passport/PassportField';
import { Failure } from '@/features/booking/offers/choice-parts';
import { isTransient } from '@/lib/api/errors';
import { formatMoney } from '@/lib/format/money';
import { clearDraft } from '@/lib/storage/form-draft';
import { Button } from '@/ui/Button';
import { Fresh } from '@/ui/Fresh';
import { Alert } from '@/ui/feedback/Alert';
import { ChargedFirst } from './ChargedFirst';
import { type ChoosingProps, settle } from './choosing';
import { type ChangeOptions, changeBooking, type MorePeople as Data, refusalText } from './queries';
import { useChoice } from './use-choice';
import { JoiningNames, JoiningNumber } from './WhoJoins';

const draftOf = ({ kind, booking_id }: ChangeOptions) => `more-people-${kind}-${booking_id}`;
/** Forgets the names typed for people who would have joined. */
export const forgetJoining = (booking: ChangeOptions) => clearDraft(draftOf(booking));

/** Adds people to a booking, and shows what they cost. */
export function MorePeople({ booking, refetch, onHeld, onDone }: ChoosingProps) {
  const data = { ...booking, ...booking.more };
  const isNamed = data.kind === 'transport';
  const { user } = useSession();
  const { choice, key, renew, held, choose: change } = useChoice(draftOf(booking));
  const [pressed, setPressed] = useState(false);
  const people = Math.min(Math.max(choice.people, data.fewest), data.most);
  const names = isNamed ? Array.from({ length: people }, (_, n) => choice.names[n] ?? '') : [];
  const passports = data.passport_required ? choice.passports : [];
  const { extra_amount: amount = 0, at_once = false } = data.choices.find((one) => one.people === people) ?? {};
  const add = useMutation({
    mutationFn: () =>
      changeBooking(
        booking,
        [
          {
            step: 'party',
            people: data.num_people + people,
            passengers: names.map((name) => ({ name: name.trim() })),
            passport_images: passports.map(({ path }) => path),
          },
        ],
        { refund_amount: 0, extra_amount: amount },
        key,
      ),
    onSuccess: (changed) => {
      if (changed.hold) held();
      settle(changed, { onHeld, onDone });
    },
    // The seats or the price have changed, so we show the current ones and ask the guest to choose again.
    onError: (error) => {
      if (isTransient(error)) return;
      renew();
      void refetch();
    },
  });
  const choose = (next: Parameters<typeof change>[0]) => {
    change(next);
    add.reset();
  };
  const refused = refusalText(data, data);
  if (refused) {
    return (
      <Alert tone="info">
        <p>{refused}</p>
      </Alert>
    );
  }
  const persons = plural(people, { one: '# person', other: '# people' });
  const press = () => {
    setPressed(true);
    const shown = !data.passport_required || (passports.length > 0 && passports.length <= people);
    if (shown && names.every((name) => name.trim() !== '')) add.mutate();
  };
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        press();
      }}
    >
      <JoiningNumber
        fewest={data.fewest}
        most={data.most}
        chosen={people}
        disabled={add.isPending}
        onChange={(next) => choose(() => ({ people: next }))}
      />
      {isNamed && (
        <JoiningNames
          names={names}
          first={data.num_people + 1}
          pressed={pressed}
          disabled={add.isPending}
          onChange={(next) => choose(() => ({ names: next }))}
        />
      )}
      {data.passport_required && (
        <PassportImages
          userId={user?.id ?? null}
          images={passports}
          people={people}
          missing={pressed ? noPassport() : undefined}
          disabled={add.isPending}
          onChange={(next) => choose((now) => ({ passports: next(now.passports) }))}
        />
      )}
      <Price data={data} amount={amount} atOnce={at_once} />
      <Failure error={add.error} />
      <div>
        <Button type="submit" variant="primary" busy={add.isPending}>
          {at_once ? (
            <span key="add">
              <Trans>Add {persons}</Trans>
            </span>
          ) : (
            <span key="pay">
              <Trans>Continue to payment</Trans>
            </span>
          )}
        </Button>
      </div>
    </form>
  );
}

function Price({ data, amount, atOnce }: { data: Data; amount: number; atOnce: boolean }) {
  const { t } = useLingui();
  const more = formatMoney(amount, data.currency_symbol);
  const credit = formatMoney(data.credit_amount ?? 0, data.currency_symbol);
  if (data.booking_type === 'private')
    return (
      <p className="text-ink-2">
        <span>
          <Trans>The price is for the whole group, so it stays the same.</Trans>
        </span>
      </p>
    );
  if (atOnce)
    return (
      <p className="text-ink-2" aria-live="polite">
        <Fresh>
          {amount === 0
            ? t`There's nothing more to pay: the price of your booking already covers it.`
            : t`You'll pay ${more} more on the day.`}
        </Fresh>
      </p>
    );
  return (
    <>
      {Boolean(data.credit_amount) && (
        <p className="text-ink-2">
          <Fresh>{t`You've already paid ${credit} of the price for this.`}</Fresh>
        </p>
      )}
      <p className="flex flex-wrap justify-between gap-x-4" aria-live="polite">
        <span>
          <Trans>To pay now</Trans>
        </span>
        <strong className="nums">
          <Fresh>{more}</Fresh>
        </strong>
      </p>
      {data.payment_status !== 'completed' && (
        <p className="text-ink-2">
          <ChargedFirst />
        </p>
      )}
    </>
  );
}

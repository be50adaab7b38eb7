import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '@/features/account/session/session';
import type { Hold } from '@/features/booking/checkout/dto';
import { noPassport } from '@/features/booking/checkout/form/booking-form';
import { PassportImages } from '@/features/booking/checkout/form/passport/PassportField';
import { Failure } from '@/features/booking/offers/choice-parts';
import { ChangeDone } from '@/features/booking/tickets/paid-changes/ChangeDone';
import type { ChangeProps } from '@/features/booking/tickets/paid-changes/ChangePage';
import { PaidChange } from '@/features/booking/tickets/paid-changes/PaidChange';
import { isTransient } from '@/lib/api/errors';
import { formatMoney } from '@/lib/format/money';
import { clearDraft } from '@/lib/storage/form-draft';
import { Button } from '@/ui/Button';
import { Fresh } from '@/ui/Fresh';
import { Alert } from '@/ui/feedback/Alert';
import { ChargedFirst } from '../paid-changes/ChargedFirst';
import { addPeople, type MorePeople as Data, refusalText } from './queries';
import { useChoice } from './use-choice';
import { JoiningNames, JoiningNumber } from './WhoJoins';

type Props = ChangeProps<Data>;

/** More people come along: how many, what they cost, and their payment. What is kept for them is gone on with. */
export function MorePeople(props: Props) {
  const { data, refetch } = props;
  const forget = () => clearDraft(draftOf(props));
  return (
    <PaidChange<number>
      hold={data.hold}
      refetch={refetch}
      resultOf={({ numPeople }) => data.num_people + numPeople}
      choosing={(next) => <Choosing {...props} {...next} />}
      done={(people) => <Done people={people} onShown={forget} />}
    />
  );
}

interface ChoosingProps extends Props {
  onHeld: (hold: Hold) => void;
  onDone: (people: number) => void;
}

const draftOf = ({ kind, id }: Pick<Props, 'kind' | 'id'>) => `more-people-${kind}-${id}`;

function Choosing({ kind, id, data, refetch, onHeld, onDone }: ChoosingProps) {
  const { user } = useSession();
  const { choice, key, renew, held, choose: change } = useChoice(draftOf({ kind, id }));
  const [pressed, setPressed] = useState(false);
  const people = Math.min(Math.max(choice.people, data.fewest), data.most);
  const names = data.named ? Array.from({ length: people }, (_, n) => choice.names[n] ?? '') : [];
  const passports = data.passport_required ? choice.passports : [];
  const amount = data.unit_amount * people;
  const add = useMutation({
    mutationFn: () =>
      addPeople(kind, id, {
        people,
        amount,
        names: names.map((name) => name.trim()),
        passports: passports.map(({ path }) => path),
        key,
      }),
    onSuccess: ({ people: all, hold }) => {
      if (all !== null || !hold) return onDone(all ?? data.num_people + people);
      held();
      onHeld(hold);
    },
    // The seats or the price are others by now: show what holds, and choose again.
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
  const refused = refusalText(data);
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
      {data.named && (
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
      <Price data={data} amount={amount} />
      <Failure error={add.error} />
      <div>
        <Button type="submit" variant="primary" busy={add.isPending}>
          {data.at_once ? (
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

function Price({ data, amount }: { data: Data; amount: number }) {
  const { t } = useLingui();
  const more = formatMoney(amount, data.currency_symbol);
  if (data.booking_type === 'private')
    return (
      <p className="text-ink-2">
        <span>
          <Trans>The price is for the whole group, so it stays the same.</Trans>
        </span>
      </p>
    );
  if (data.at_once)
    return (
      <p className="text-ink-2" aria-live="polite">
        <Fresh>{t`You'll pay ${more} more on the day.`}</Fresh>
      </p>
    );
  return (
    <>
      <p className="flex justify-between gap-4" aria-live="polite">
        <span>
          <Trans>You pay now</Trans>
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

/** onShown: what was typed for it is not needed any more. */
function Done({ people, onShown }: { people: number; onShown: () => void }) {
  useEffect(onShown, [onShown]);
  const persons = plural(people, { one: '# person', other: '# people' });
  return (
    <ChangeDone heading={<Trans>Your booking is now for {persons}</Trans>}>
      <Trans>Your ticket stays the same.</Trans>
    </ChangeDone>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Bus, Compass } from 'lucide-react';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { TripFields } from '@/features/catalogue/service/TripFields';
import { territoryNamesQuery } from '@/features/catalogue/territories/queries';
import { paths, withQuery } from '@/lib/routing/paths';
import { Button } from '@/ui/Button';
import { Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { namedOptions } from '@/ui/form/options';

/**
 * Two buttons fit in a line on a phone, and their labels wrap. On the narrowest phones, the labels replace the
 * icons.
 */
const BUTTON =
  'min-h-12! min-w-[min(100%,8rem)]! flex-1 px-2! leading-tight! @max-[19rem]:min-w-[min(100%,6.75rem)]! @max-[19rem]:[&>svg]:hidden lg:px-4!';
const NO_TRIP = { date: null, people: null };

/**
 * Asks on the home page where, when and for how many people, and leads to a region's experiences or transport on
 * that date. Before hydration the browser submits the form natively, and the list of regions continues from there.
 */
export function TripSearch({ referral }: { referral: string | null }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { data: regions } = useQuery(territoryNamesQuery());
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '');
    const asked = { ref: referral, region: text('region'), date: text('date'), people: text('people') };
    const transport = submitter instanceof HTMLButtonElement && submitter.value === 'transport';
    if (transport) navigate(withQuery(paths.transports, asked));
    else if (asked.region === '') navigate(withQuery(paths.regions, { ...asked, region: null }));
    else navigate(`${withQuery(paths.territory(asked.region), { ...asked, region: null })}#experiences`);
  };
  return (
    <search aria-label={t`Find a trip`} className="shell @container relative z-10 -mt-12 block">
      <form
        action={paths.regions}
        onSubmit={submit}
        className="card grid grid-cols-2 items-end @max-[19rem]:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] @max-[14rem]:grid-cols-1 gap-x-3 @max-[19rem]:gap-x-2 gap-y-3.5 rounded-xl! p-4 shadow-md short:gap-y-2.5 short:p-3 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,.8fr)_auto_auto] lg:p-5"
      >
        {referral && <input type="hidden" name="ref" value={referral} />}
        <Field label={t`Where`} className="col-span-full lg:col-span-1">
          <Select name="region" defaultValue="" empty={t`Anywhere`} options={namedOptions(regions)} />
        </Field>
        <TripFields trip={NO_TRIP} />
        <div className="col-span-full flex flex-wrap gap-3 lg:contents">
          <Button type="submit" className={BUTTON} icon={<Compass aria-hidden="true" />}>
            <Trans>Find experiences</Trans>
          </Button>
          <Button
            type="submit"
            name="for"
            value="transport"
            formAction={paths.transports}
            className={BUTTON}
            icon={<Bus aria-hidden="true" />}
          >
            <Trans>Find transport</Trans>
          </Button>
        </div>
      </form>
    </search>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { toast } from '@/ui/feedback/toast';
import { Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { namedOptions } from '@/ui/form/options';
import { workTerritoriesQuery } from './edit/queries';
import { Failure } from './Failure';
import type { Profile } from './queries';
import { Section } from './Section';
import { useChooseTerritory } from './use-choose-territory';

/** Lets people who work in several territories choose which one their dashboards show. Shows nothing for others. */
export function WorkTerritory({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const { data: territories } = useQuery(workTerritoriesQuery(profile.id));
  const choose = useChooseTerritory(profile.id, (id) => {
    const name = territories?.find((one) => one.id === id)?.name ?? id;
    toast.success(t`Your pages now show ${name}`);
  });
  if (!territories || territories.length < 2) return null;
  const here = choose.isPending ? choose.variables : (profile.territory_id ?? '');
  const isListed = territories.some((one) => one.id === here);
  return (
    <Section title={<Trans>Your regions</Trans>}>
      {choose.error && <Failure error={choose.error} />}
      <Field label={t`Your dashboards show`}>
        <Select
          value={here}
          disabled={choose.isPending}
          onChange={(event) => choose.mutate(event.target.value)}
          options={[...(isListed ? [] : [{ value: here, label: t`Choose a region` }]), ...namedOptions(territories)]}
        />
      </Field>
    </Section>
  );
}

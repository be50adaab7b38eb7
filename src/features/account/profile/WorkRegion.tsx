import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/ui/feedback/toast';
import { Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { namedOptions } from '@/ui/form/options';
import { chooseRegion, regionsQuery } from './edit/queries';
import { Failure } from './Failure';
import { type Profile, profileKeys } from './queries';
import { Section } from './Section';

/** For who works in several regions: which of them the dashboards of a region show. Nothing is drawn for the others. */
export function WorkRegion({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { data: regions } = useQuery(regionsQuery(profile.id));
  const choose = useMutation({
    mutationFn: chooseRegion,
    onSuccess: async (_, id) => {
      // All that was loaded for the other region goes.
      await client.invalidateQueries();
      const name = regions?.find((region) => region.id === id)?.name ?? id;
      toast.success(t`Your pages now show ${name}`);
    },
    onError: () => client.invalidateQueries({ queryKey: profileKeys.one(profile.id) }),
  });
  if (!regions || regions.length < 2) return null;
  const here = choose.isPending ? choose.variables : (profile.territory_id ?? '');
  const isListed = regions.some((region) => region.id === here);
  return (
    <Section title={<Trans>Your regions</Trans>}>
      {choose.error && <Failure error={choose.error} />}
      <Field label={t`Your dashboards show`}>
        <Select
          value={here}
          disabled={choose.isPending}
          onChange={(event) => choose.mutate(event.target.value)}
          options={[...(isListed ? [] : [{ value: here, label: t`Choose a region` }]), ...namedOptions(regions)]}
        />
      </Field>
    </Section>
  );
}

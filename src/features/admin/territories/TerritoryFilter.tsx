import { useLingui } from '@lingui/react/macro';
import { SelectFilter } from '@/ui/filter/filters';

interface Props {
  territories: readonly { id: string; name: string }[];
  /** The chosen id, or '' for all. */
  value: string;
  onChange: (id: string) => void;
}

/** A filter by territory. */
export function TerritoryFilter({ territories, value, onChange }: Props) {
  const { t } = useLingui();
  return (
    <SelectFilter
      label={t`Region`}
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: t({ message: 'All regions', context: 'filter' }) },
        ...territories.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}

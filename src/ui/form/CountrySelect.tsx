import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { listCountries } from '@/lib/format/countries';
import { Select, type SelectProps } from './controls.tsx';

/** All countries, in the language of the page. */
export function CountrySelect(props: Omit<SelectProps, 'options'>) {
  const { i18n } = useLingui();
  const options = useMemo(
    () => listCountries(i18n.locale).map(({ code, name }) => ({ value: code, label: name })),
    [i18n.locale],
  );
  return <Select {...props} options={options} />;
}

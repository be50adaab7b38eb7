import { useMemo } from 'react';
import { listCountries } from '@/lib/format/countries';
import { currentLanguage } from '@/lib/i18n/i18n';
import { Select, type SelectProps } from './controls.tsx';

/** All countries, in the language of the page. */
export function CountrySelect(props: Omit<SelectProps, 'options'>) {
  // With its region: names are not the same in all of Spanish.
  const { locale } = currentLanguage();
  const options = useMemo(
    () => listCountries(locale).map(({ code, name }) => ({ value: code, label: name })),
    [locale],
  );
  return <Select {...props} options={options} />;
}

import { useMemo } from 'react';
import { listCountries } from '@/lib/format/countries';
import { currentLanguage } from '@/lib/i18n/i18n';
import { Select, type SelectProps } from './controls.tsx';

/** Offers all countries, in the page's language. */
export function CountrySelect(props: Omit<SelectProps, 'options'>) {
  // The locale includes the region, because names differ between Spanish-speaking countries.
  const { locale } = currentLanguage();
  const options = useMemo(
    () => listCountries(locale).map(({ code, name }) => ({ value: code, label: name })),
    [locale],
  );
  return <Select {...props} options={options} />;
}

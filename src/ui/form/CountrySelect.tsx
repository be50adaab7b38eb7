import { listCountries } from '@/lib/format/countries';
import { perLocale } from '@/lib/i18n/intl';
import { Select, type SelectProps } from './controls.tsx';

// The locale includes the region, because Spanish-speaking countries differ in these names.
const countryOptions = perLocale((locale) =>
  listCountries(locale).map(({ code, name }) => ({ value: code, label: name })),
);

/** Offers all countries, named in the page's language. */
export function CountrySelect(props: Omit<SelectProps, 'options'>) {
  return <Select {...props} options={countryOptions()} />;
}

import { useState } from 'react';
import { displayNames } from '@/lib/i18n/intl';
import { cx } from '@/ui/cx';

const names = displayNames({ type: 'region' });

/** Returns a country's name in the page's language, such as 'Guatemala' for 'GT'. Returns an unknown code unchanged. */
export function countryName(code: string): string {
  try {
    return names().of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}

export interface FlagProps {
  /** The country's ISO code, with two letters. */
  country: string;
  /** True if the country's name is beside the flag, so that screen readers skip the flag. */
  named?: boolean;
  className?: string;
}

/** Shows a country's flag, or nothing for an unknown code. */
export function Flag({ country, named = false, className = 'h-3.5 w-[1.3125rem]' }: FlagProps) {
  const code = country.toUpperCase();
  const [missing, setMissing] = useState<string | null>(null);
  if (!/^[A-Z]{2}$/.test(code) || missing === code) return null;
  return (
    <img
      src={`/flags/${code}.svg`}
      alt={named ? '' : countryName(code)}
      className={cx('inline-block rounded-[2px] object-cover ring-1 ring-line', className)}
      width={21}
      height={14}
      onError={() => setMissing(code)}
    />
  );
}

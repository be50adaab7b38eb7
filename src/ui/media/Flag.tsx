import { useState } from 'react';
import { displayNames } from '@/lib/i18n/intl';
import { cx } from '@/ui/cx';

const names = displayNames({ type: 'region' });

/** Returns for example 'Guatemala' for 'GT'. Unknown codes are returned unchanged. */
export function countryName(code: string): string {
  try {
    return names().of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}

export interface FlagProps {
  /** The ISO code. */
  country: string;
  /** True if the country's name is beside the flag. */
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

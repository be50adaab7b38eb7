import { useEffect, useState } from 'react';
import { readJson, removeText, writeJson } from '@/lib/storage/storage';
import type { SettingsPart } from '../queries';

const KEYS: readonly string[] = ['currency_code', 'currency_symbol', 'image_urls', 'video_urls'];

const isPart = (value: unknown): value is SettingsPart =>
  typeof value === 'object' && value !== null && Object.keys(value).every((key) => KEYS.includes(key));

/**
 * What a form was filled from, kept for this tab while something is changed. After a reload the form holds the changes of before,
 * and they are still compared with what was there then: a save in between by somebody else is not overwritten unasked.
 */
export function useKeptBase(name: string, now: SettingsPart, changed: boolean) {
  const key = `territorio-base-${name}`;
  const [base] = useState<SettingsPart>(() => readJson('session', key, isPart) ?? now);
  useEffect(() => {
    if (changed) writeJson('session', key, base);
    else removeText('session', key);
  }, [key, changed, base]);
  return { base, forget: () => removeText('session', key) };
}

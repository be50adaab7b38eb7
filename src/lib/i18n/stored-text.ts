import type { MessageDescriptor } from '@lingui/core';
import { i18n } from './i18n.ts';

/** Translates a text that the database itself writes in English. Other texts are returned unchanged. */
export function storedText(text: string, written: readonly MessageDescriptor[]): string {
  const known = written.find(({ message }) => message === text);
  return known ? i18n._(known) : text;
}

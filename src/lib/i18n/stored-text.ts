import type { MessageDescriptor } from '@lingui/core';
import { i18n } from './i18n.ts';

/** Translates a stored text if it is one that the database writes itself in English; otherwise returns it unchanged. */
export function storedText(text: string, written: readonly MessageDescriptor[]): string {
  const known = written.find(({ message }) => message === text);
  return known ? i18n._(known) : text;
}

import type { MessageDescriptor } from '@lingui/core';
import { i18n } from './i18n.ts';

/** A stored text in the language of the page where it is one of those that the database writes itself, in English; else as it is. */
export function storedText(text: string, written: readonly MessageDescriptor[]): string {
  const known = written.find(({ message }) => message === text);
  return known ? i18n._(known) : text;
}

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { i18n } from '@/lib/i18n/i18n';

/** Who holds an account, and its types, as the database names them. */
const KINDS: Record<string, MessageDescriptor> = { person: msg`A person`, company: msg`A company` };
const TYPES: Record<string, MessageDescriptor> = { monetary: msg`Checking account`, savings: msg`Savings account` };

const labelIn = (labels: Record<string, MessageDescriptor>, code: string): string => {
  const label = labels[code];
  return label ? i18n._(label) : code;
};
const optionsOf = (labels: Record<string, MessageDescriptor>) =>
  Object.keys(labels).map((value) => ({ value, label: labelIn(labels, value) }));

export const kindLabel = (kind: string): string => labelIn(KINDS, kind);
export const accountTypeLabel = (type: string): string => labelIn(TYPES, type);
export const kindOptions = () => optionsOf(KINDS);
export const accountTypeOptions = () => optionsOf(TYPES);

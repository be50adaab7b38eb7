import { t } from '@lingui/core/macro';
import type { FieldErrors } from 'react-hook-form';
import { AppError, isSignedOut } from '@/lib/api/errors';
import { isVersionConflict } from '@/lib/api/versions';
import type { FormProblem } from './FormSummary.tsx';

/** The server refused one field: thrown by a form's `save`, it is shown beside that field and in the summary. */
export class FieldError extends AppError {
  readonly field: string;
  /** It stands for as long as the field holds this; where it is left out, what was sent. */
  readonly value: unknown;
  constructor(field: string, message: string, value?: unknown) {
    super('refused_field', message);
    this.field = field;
    this.value = value;
  }
}

/** A sentence of the schema at this path stands first in the summary. */
export const WHOLE_FORM = 'form';

/** At this path, followed by that of a field, stands what the summary says of it, where its own words do not say which one is meant. */
export const SUMMARY = 'summary';

interface Found {
  /** Of the field: 'title', 'passengers.0.name'. */
  name: string;
  text: string;
}

/** The messages of a form's errors, those of lists and groups of fields too. */
function messagesOf(errors: FieldErrors, path = ''): Found[] {
  return Object.entries(errors).flatMap(([key, error]) => {
    if (typeof error !== 'object' || error === null) return [];
    const name = path + key;
    const text = 'message' in error ? error.message : undefined;
    if (typeof text === 'string') return text === '' ? [] : [{ name, text }];
    return 'type' in error ? [] : messagesOf(error as FieldErrors, `${name}.`);
  });
}

/** What the summary says: what is wrong with the fields, or else why it was not saved. */
function problemsOf(
  found: readonly Found[],
  failure: FormProblem | null,
  idOf: (name: string) => string,
): FormProblem[] {
  const sentence = found.find(({ name }) => name === WHOLE_FORM)?.text;
  const inSummary = new Map(found.filter(isForSummary).map(({ name, text }) => [name.slice(SUMMARY.length + 1), text]));
  const fields = found.filter((one) => one.name !== WHOLE_FORM && !isForSummary(one));
  const links = fields.map(({ name, text }) => ({ field: idOf(name), text: inSummary.get(name) ?? text }));
  if (sentence !== undefined) return [{ text: sentence }, ...links];
  if (links.length > 0) return links;
  return failure === null ? [] : [failure];
}

const isForSummary = ({ name }: Found): boolean => name.startsWith(`${SUMMARY}.`);

interface Outcome {
  /** What the rules found. */
  errors: FieldErrors;
  /** Why the last save failed, */
  failure: Error | null;
  /** and in words. */
  failureText: string;
  /** What is wrong with the field is said beside it alone. */
  oneField: boolean;
  /** Whether nothing is in a field. */
  isEmpty: (field: string) => boolean;
  /** Whether a field still holds what the server refused. */
  isAsRefused: (refusal: FieldError) => boolean;
}

/** What stands beside the fields and in the summary. */
export function shownProblems(
  { errors, failure, failureText, oneField, isEmpty, isAsRefused }: Outcome,
  idOf: (name: string) => string,
) {
  const found = messagesOf(errors);
  const refused = failure instanceof FieldError ? failure : null;
  if (refused && found.length === 0 && isAsRefused(refused)) found.push({ name: refused.field, text: refused.message });
  const conflict = isVersionConflict(failure);
  return {
    /** The sentence about what is missing stands in the summary, once; beside the field one word says it. */
    errorOf: (name: string) => {
      const text = found.find((one) => one.name === name)?.text;
      return text !== undefined && !oneField && isEmpty(name) ? t`Required` : text;
    },
    problems: problemsOf(
      oneField ? [] : found,
      !failure || refused || conflict ? null : { text: failureText, signIn: isSignedOut(failure) },
      idOf,
    ),
    /** The field that the server refused, until it is changed. */
    refused: found.some(({ name }) => name === refused?.field) ? refused?.field : undefined,
    /** Somebody else saved it meanwhile. */
    conflict,
  };
}

import { t } from '@lingui/core/macro';
import type { FieldErrors } from 'react-hook-form';
import { AppError, isSignedOut } from '@/lib/api/errors';
import { isVersionConflict } from '@/lib/api/versions';
import type { FormProblem } from './FormSummary.tsx';

/** The server refused one field: thrown by a form's `save`, shown beside that field and in the summary. */
export class FieldError extends AppError {
  readonly field: string;
  /** Shown while the field has this value; by default, the sent one. */
  readonly value: unknown;
  constructor(field: string, message: string, value?: unknown) {
    super('refused_field', message);
    this.field = field;
    this.value = value;
  }
}

/** A schema error at this path is first in the summary. */
export const WHOLE_FORM = 'form';

/** At this path plus a field's: the summary's text, where the error doesn't name the field. */
export const SUMMARY = 'summary';

interface Found {
  /** The field: 'title', 'passengers.0.name'. */
  name: string;
  text: string;
}

/** The messages of a form's errors, including lists and groups. */
function messagesOf(errors: FieldErrors, path = ''): Found[] {
  return Object.entries(errors).flatMap(([key, error]) => {
    if (typeof error !== 'object' || error === null) return [];
    const name = path + key;
    const text = 'message' in error ? error.message : undefined;
    if (typeof text === 'string') return text === '' ? [] : [{ name, text }];
    return 'type' in error ? [] : messagesOf(error as FieldErrors, `${name}.`);
  });
}

/** The summary's content: problems of fields, or why saving failed. */
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
  /** Validation errors. */
  errors: FieldErrors;
  /** Why the last save failed, */
  failure: Error | null;
  /** as text. */
  failureText: string;
  /** Field errors are shown only beside their field. */
  oneField: boolean;
  /** Whether a field is empty. */
  isEmpty: (field: string) => boolean;
  /** Whether a field still has the value the server refused. */
  isAsRefused: (refusal: FieldError) => boolean;
}

/** The texts beside the fields and in the summary. */
export function shownProblems(
  { errors, failure, failureText, oneField, isEmpty, isAsRefused }: Outcome,
  idOf: (name: string) => string,
) {
  const found = messagesOf(errors);
  const refused = failure instanceof FieldError ? failure : null;
  if (refused && found.length === 0 && isAsRefused(refused)) found.push({ name: refused.field, text: refused.message });
  const conflict = isVersionConflict(failure);
  return {
    /** The sentence about missing fields is in the summary once; each field says 'This field is required'. */
    errorOf: (name: string) => {
      const text = found.find((one) => one.name === name)?.text;
      return text !== undefined && !oneField && isEmpty(name) ? t`This field is required` : text;
    },
    problems: problemsOf(
      oneField ? [] : found,
      !failure || refused || conflict ? null : { text: failureText, signIn: isSignedOut(failure) },
      idOf,
    ),
    /** The field that the server refused, until it changes. */
    refused: found.some(({ name }) => name === refused?.field) ? refused?.field : undefined,
    /** Someone else saved it. */
    conflict,
  };
}

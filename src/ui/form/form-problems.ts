import { t } from '@lingui/core/macro';
import type { FieldErrors, FieldValues } from 'react-hook-form';
import { z } from 'zod/mini';
import { detailsOf } from '@/lib/api/details';
import { AppError, isSignedOut } from '@/lib/api/errors';
import { isVersionConflict } from '@/lib/api/versions';
import type { FormProblem } from './FormSummary.tsx';

/** The server's refusal of one field, which `save` throws. The form shows it beside that field and in the summary. */
export class FieldError extends AppError {
  readonly field: string;
  /** The value to which the error applies. The default is the value that was sent. */
  readonly value: unknown;
  constructor(field: string, message: string, value?: unknown) {
    super('refused_field', message);
    this.field = field;
    this.value = value;
  }
}

const refusalShape = z.object({ field: z.string() });
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns the field that the database refused, such as 'title', 'translations.es.title' or 'timeslots.0.spots'. Returns
 * undefined for other errors.
 */
export const refusedColumn = (error: unknown): string | undefined =>
  error instanceof AppError && !(error instanceof FieldError) && error.status === 400
    ? refusalShape.safeParse(detailsOf(error)).data?.field
    : undefined;

/** Returns a `FieldError` if the database refused a field of this form, and otherwise the error itself. */
export function besideField(error: unknown, values: FieldValues): unknown {
  const [column, ...path] = refusedColumn(error)?.split('.') ?? [];
  const field = column && [column, camel(column)].find((name) => Object.hasOwn(values, name));
  return field && error instanceof AppError ? new FieldError([field, ...path].join('.'), error.message) : error;
}

/** The path of schema errors that concern the whole form. The summary lists them first. */
export const WHOLE_FORM = 'form';

/** Returns whether nothing was typed or chosen. */
export const isMissing = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/**
 * The prefix of a path whose error is the summary's text for a field. It is used where the field's own error doesn't
 * name the field.
 */
export const SUMMARY = 'summary';

interface Found {
  /** The field's name, such as 'title' or 'passengers.0.name'. */
  name: string;
  text: string;
}

/** Returns the messages in a form's errors, including those within lists and groups. */
function messagesOf(errors: FieldErrors, path = ''): Found[] {
  return Object.entries(errors).flatMap(([key, error]) => {
    if (typeof error !== 'object' || error === null) return [];
    const name = path + key;
    const text = 'message' in error ? error.message : undefined;
    if (typeof text === 'string') return text === '' ? [] : [{ name, text }];
    return 'type' in error ? [] : messagesOf(error as FieldErrors, `${name}.`);
  });
}

/** Returns the summary's content: the problems of the fields, or the reason why saving failed. */
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
  /** The errors from validation. */
  errors: FieldErrors;
  /** The failure of the last save, or null. */
  failure: Error | null;
  failureText: string;
  /** True if a field's error is shown only beside the field. */
  oneField: boolean;
  /** Returns whether a field is empty. */
  isEmpty: (field: string) => boolean;
  /** Returns whether a field still has the value that the server refused. */
  isAsRefused: (refusal: FieldError) => boolean;
}

/** Returns the error of each field and the content of the summary. */
export function shownProblems(
  { errors, failure, failureText, oneField, isEmpty, isAsRefused }: Outcome,
  idOf: (name: string) => string,
) {
  const found = messagesOf(errors);
  const refused = failure instanceof FieldError ? failure : null;
  if (refused && found.length === 0 && isAsRefused(refused)) found.push({ name: refused.field, text: refused.message });
  const conflict = isVersionConflict(failure);
  return {
    /** The summary names missing fields in one sentence, so each field says only 'This field is required'. */
    errorOf: (name: string) => {
      const text = found.find((one) => one.name === name)?.text;
      return text !== undefined && !oneField && isEmpty(name) ? t`This field is required` : text;
    },
    problems: problemsOf(
      oneField ? [] : found,
      !failure || refused || conflict ? null : { text: failureText, signIn: isSignedOut(failure) },
      idOf,
    ),
    /** The name of the field that the server refused, until it is changed. */
    refused: found.some(({ name }) => name === refused?.field) ? refused?.field : undefined,
    /** True if someone else has saved the record. */
    conflict,
  };
}

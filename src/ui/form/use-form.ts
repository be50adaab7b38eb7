import { zodResolver } from '@hookform/resolvers/zod';
import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  type Resolver,
  useForm as useHookForm,
  useWatch,
} from 'react-hook-form';
import { AppError } from '@/lib/api/errors';
import { isVersionConflict } from '@/lib/api/versions';
import { useFailureText } from '@/lib/offline/use-failure-text';
import type { FormSummaryHandle } from './FormSummary.tsx';
import { shownProblems } from './form-problems.ts';
import { type DraftOptions, type FormSchema, isUnchanged, useFormDraft, useFormStart } from './use-form-draft.ts';
import { useSaveKeys } from './use-save-keys.ts';

/** What puts up the files of one field. */
interface Uploads {
  field: string;
  uploading: boolean;
  /** The names of those that were not stored. */
  failed?: readonly string[];
  changed?: boolean;
  /** They have been saved. */
  forget: () => void;
  /** The form is given up. */
  discard?: () => void;
}

export interface FormOptions<Values extends FieldValues, Output, Version> extends DraftOptions<Values, Version> {
  /** The rules; types and texts of the values. */
  schema: FormSchema<Values, Output>;
  /**
   * Throws the error to show; a FieldError is shown beside its field. `key` names what is saved, for `run`: after a save whose answer
   * was lost, the same values are not refused because of it.
   */
  save: (values: Output, record: { id: string; expectedVersion: Version; key: string }) => Promise<unknown>;
  /** After that, when the draft is gone: reads again what shows it, and closes the form. */
  onSaved?: (values: Output) => unknown;
  /** The version that there is now, to be saved over; undefined where it cannot be told. */
  latest?: () => Promise<Version | undefined>;
  uploads?: Uploads;
  /** The form has one field: what is wrong with it is said beside it alone, and it takes the focus. */
  oneField?: boolean;
  /**
   * What the form shows after it was saved, to be sent again; a form without it is saved once. `now`: what it shows already, as
   * somebody may have gone on meanwhile.
   */
  next?: (saved: Output, now: Values) => Values;
}

/**
 * Every form of the product: react-hook-form with a zod schema, values of their real types, a draft that survives a reload, one
 * summary of what is wrong, and a save that notices a second editor. `Form` draws what stands around the fields.
 */
export function useForm<Values extends FieldValues, Output, Version = null>(
  options: FormOptions<Values, Output, Version>,
) {
  const { uploads, next, oneField = false } = options;
  const prefix = useId();
  const element = useRef<HTMLFormElement>(null);
  const summary = useRef<FormSummaryHandle>(null);
  const focusSummary = () => (oneField ? undefined : summary.current?.focus());
  const { form, values, base, changed, restored, id, expectedVersion, draft, keys, showAgain } = useFormValues(options);
  const takeLatest = async () => {
    const version = await options.latest?.();
    if (version !== undefined) expectedVersion.current = version;
    return version !== undefined;
  };
  const mutation = useMutation({
    mutationFn: async (sent: Output) => {
      if (uploads?.uploading) throw new AppError('uploading', t`Please wait until your files are uploaded`);
      if (uploads?.failed?.length) {
        const names = uploads.failed.join(', ');
        throw new AppError('upload_failed', t`These files weren't uploaded: ${names}. Try again, or remove them.`);
      }
      await keys.save(
        {
          text: draft.textOf(form.getValues()),
          send: (key) => options.save(sent, { id, expectedVersion: expectedVersion.current, key }),
          takeLatest,
        },
        draft.keep,
      );
      draft.clear();
      uploads?.forget();
      if (next) showAgain(next(sent, form.getValues()));
      await options.onSaved?.(sent);
    },
    onError: (error) => !isVersionConflict(error) && focusSummary(),
  });
  const saved = mutation.isSuccess && !next;
  const { sent, onSubmit } = useSubmit({ ...form, mutation, saved, values, focusSummary });
  useRecheck(form, JSON.stringify(values), uploads?.uploading ?? false);

  const idOf = (name: string) => `${prefix}-${name}`;
  const { errorOf, ...problems } = shownProblems(
    {
      errors: form.formState.errors,
      failure: mutation.error,
      failureText: useFailureText(mutation.error),
      oneField,
      isEmpty: (field) => isMissing(form.getValues(field as Path<Values>)),
      isAsRefused: ({ field, value = get(sent, field) }) => isUnchanged({ now: get(values, field) }, { now: value }),
    },
    idOf,
  );
  return {
    ...form,
    ...problems,
    element,
    summary,
    values,
    /** For the `Field` of this name. */
    field: (name: FieldPath<Values>) => ({ id: idOf(name), error: errorOf(name) }),
    sending: mutation.isPending,
    saved,
    failed: mutation.isError,
    /** What was not saved the last time has come back, and is not saved yet. */
    restored: restored && changed && !saved,
    /** Something would be lost on leaving. */
    dirty: !mutation.isPending && !saved && changed,
    onSubmit,
    /** Saves over the version that is there now. */
    keepMine: async () => {
      await takeLatest().catch(() => undefined);
      element.current?.requestSubmit();
    },
    /** Shows what is saved, and nothing else. Files are the uploader's: a form that has some is drawn anew instead. */
    startAgain: uploads
      ? undefined
      : () => {
          draft.clear();
          mutation.reset();
          showAgain(base);
        },
    /** The form is given up, with all that it put up. */
    discard: () => {
      draft.clear();
      uploads?.discard?.();
    },
  };
}

/** Nothing was typed or chosen. */
const isMissing = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

export type AppForm<Values extends FieldValues, Output = Values> = ReturnType<typeof useForm<Values, Output, unknown>>;

/** What the form holds: the values of its record or of its draft, which follows them as they change. */
function useFormValues<Values extends FieldValues, Output, Version>(options: FormOptions<Values, Output, Version>) {
  const start = useFormStart(options);
  const [base, setBase] = useState(options.values);
  const expectedVersion = useRef(start.version);
  const keys = useSaveKeys(start.unanswered);
  const form = useHookForm<Values, unknown, Output>({
    defaultValues: start.values as DefaultValues<Values>,
    resolver: resolverOf(options),
    reValidateMode: 'onSubmit',
    shouldFocusError: options.oneField ?? false,
  });
  const values: Values = { ...start.values, ...useWatch({ control: form.control }) };
  const alsoChanged = options.uploads?.changed ?? false;
  const { unanswered } = keys;
  const draft = useFormDraft(options, {
    values,
    base,
    id: start.id,
    version: expectedVersion,
    unanswered,
    alsoChanged,
  });
  return {
    form,
    values,
    base,
    restored: start.restored,
    /** They, or the files, are not as they were saved. */
    changed: alsoChanged || !isUnchanged(values, base),
    id: start.id,
    expectedVersion,
    draft,
    keys,
    /** These values were saved; the form goes on with them. */
    showAgain: (saved: Values) => {
      setBase(saved);
      form.reset(saved);
      draft.resume();
    },
  };
}

function resolverOf<Values extends FieldValues, Output, Version>({
  schema,
  uploads,
}: FormOptions<Values, Output, Version>): Resolver<Values, unknown, Output> {
  const check = zodResolver(schema as never) as unknown as Resolver<Values, unknown, Output>;
  return (values, context, rest) => {
    // A file that is on its way counts as there; sending waits for it.
    const counted = uploads?.uploading ? { ...values, [uploads.field]: [...values[uploads.field], ''] } : values;
    return check(counted, context, rest);
  };
}

interface Submitting<Values extends FieldValues, Output> {
  handleSubmit: ReturnType<typeof useHookForm<Values, unknown, Output>>['handleSubmit'];
  mutation: { mutateAsync: (values: Output) => Promise<unknown>; reset: () => void };
  saved: boolean;
  values: Values;
  focusSummary: () => void;
}

/** Sending, once for each press. `sent`: what the form held at the last one. */
function useSubmit<Values extends FieldValues, Output>(form: Submitting<Values, Output>) {
  const [sent, setSent] = useState<Values | null>(null);
  /** From the press until it was refused or its answer came: a second press may come before the next drawing. */
  const going = useRef(false);
  async function onSubmit(event: SyntheticEvent) {
    event.preventDefault();
    if (going.current || form.saved) return;
    going.current = true;
    form.mutation.reset();
    setSent(form.values);
    try {
      await form.handleSubmit(
        (values) => form.mutation.mutateAsync(values).catch(() => undefined), // `problems` shows it
        () => form.focusSummary(),
      )();
    } finally {
      going.current = false;
    }
  }
  return { sent, onSubmit };
}

/** A value that something else holds, such as an uploader: the form checks, keeps and saves it like its own. */
export function useFormValue<Values extends FieldValues, Output, Name extends Path<Values>>(
  { setValue }: Pick<AppForm<Values, Output>, 'setValue'>,
  name: Name,
  value: PathValue<Values, Name>,
) {
  const text = JSON.stringify(value);
  useEffect(() => setValue(name, JSON.parse(text)), [setValue, name, text]);
}

/** Once a form was sent, each change is checked as a whole: one field may mend another. */
function useRecheck(
  { trigger, formState: { submitCount } }: { trigger: () => Promise<boolean>; formState: { submitCount: number } },
  text: string,
  uploading: boolean,
) {
  const checked = useRef('');
  useEffect(() => {
    const now = `${text} ${uploading}`;
    if (submitCount > 0 && checked.current !== now) void trigger();
    checked.current = now;
  }, [submitCount, text, uploading, trigger]);
}

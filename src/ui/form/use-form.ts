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
import type { OthersChange } from './ConflictNotice.tsx';
import type { FormSummaryHandle } from './FormSummary.tsx';
import { besideField, isMissing, shownProblems } from './form-problems.ts';
import { type DraftOptions, type FormSchema, isUnchanged, useFormDraft, useFormStart } from './use-form-draft.ts';
import { useSaveKeys } from './use-save-keys.ts';

/** The uploads that belong to a field. */
interface Uploads {
  field: string;
  uploading: boolean;
  /** The names of failed uploads. */
  failed?: readonly string[];
  changed?: boolean;
  /** Called once the files are saved. */
  forget: () => void;
  /** Called once the form is cancelled. */
  discard?: () => void;
}

export interface FormOptions<Values extends FieldValues, Output, Version> extends DraftOptions<Values, Version> {
  /** The schema that validates the values and has the texts of errors. */
  schema: FormSchema<Values, Output>;
  /**
   * Saves the values. Throws the error to show, and a `FieldError` to show it beside a field. `key` is the idempotency
   * key for `run`: after a lost response, the same values can be saved again without doing it twice.
   */
  save: (values: Output, record: { id: string; expectedVersion: Version; key: string }) => Promise<unknown>;
  /** Refetches and closes the form. Called after saving, when the draft has been removed. */
  onSaved?: (values: Output) => unknown;
  /** Returns the version that exists now, which the save then overwrites. Returns undefined if it is unknown. */
  latest?: (read: Version) => Promise<Version | undefined>;
  /** Returns who has changed the record since it was read, for the notice of a conflict. */
  changes?: (read: Version) => Promise<readonly OthersChange[]>;
  uploads?: Uploads;
  /** True for a form with one field. The error is shown only beside the field, which takes the focus. */
  oneField?: boolean;
  /**
   * Returns the values with which the form continues after saving. Without this function the form is saved once. `now`
   * contains what the person has typed since.
   */
  next?: (saved: Output, now: Values) => Values;
}

/**
 * Returns a form. It combines react-hook-form with a zod schema, a draft that survives a reload, one error summary and
 * conflict detection. `Form` renders what surrounds the fields.
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
    const version = await options.latest?.(expectedVersion.current);
    if (version !== undefined) expectedVersion.current = version;
    return version !== undefined;
  };
  const mutation = useMutation({
    mutationFn: async (sent: Output) => {
      if (uploads?.uploading) throw new AppError('uploading', t`Please wait until your files are uploaded`);
      if (uploads?.failed?.length) {
        const names = uploads.failed.join(', ');
        throw new AppError('upload_failed', t`We couldn't upload these files: ${names}. Try again, or remove them.`);
      }
      await keys.save(
        {
          text: draft.textOf(form.getValues()),
          send: (key) =>
            options.save(sent, { id, expectedVersion: expectedVersion.current, key }).catch((error: unknown) => {
              throw besideField(error, form.getValues());
            }),
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
    /** Returns the props of the `Field` with this name. */
    field: (name: FieldPath<Values>) => ({ id: idOf(name), error: errorOf(name) }),
    sending: mutation.isPending,
    saved,
    failed: mutation.isError,
    /** True if unsaved changes were restored. */
    restored: restored && changed && !saved,
    /** True if leaving would lose changes. */
    dirty: !mutation.isPending && !saved && changed,
    onSubmit,
    othersChanges: async () => (await options.changes?.(expectedVersion.current)) ?? [],
    /** Saves over the other person's version. */
    keepMine: async () => {
      await takeLatest().catch(() => undefined);
      element.current?.requestSubmit();
    },
    /** Shows the saved record again. Undefined for a form with files, which is remounted instead. */
    startAgain: uploads
      ? undefined
      : () => {
          draft.clear();
          mutation.reset();
          showAgain(base);
        },
    /** Cancels the form and removes what was uploaded. */
    discard: () => {
      draft.clear();
      uploads?.discard?.();
    },
  };
}

export type AppForm<Values extends FieldValues, Output = Values> = ReturnType<typeof useForm<Values, Output, unknown>>;

/** Returns the form's values, starting with the record or the draft, and updates them after saving. */
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
    /** True if values or files differ from the saved ones. */
    changed: alsoChanged || !isUnchanged(values, base),
    id: start.id,
    expectedVersion,
    draft,
    keys,
    /** Continues with the values that were saved. */
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
    // A running upload counts as a file, because submitting waits for it.
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

/** Returns a submit handler that sends once per click. `sent` contains the values of the last attempt. */
function useSubmit<Values extends FieldValues, Output>(form: Submitting<Values, Output>) {
  const [sent, setSent] = useState<Values | null>(null);
  /**
   * True from the click until the save is refused or answered. State would be too late, because a second click may come
   * before the next render.
   */
  const going = useRef(false);
  async function onSubmit(event: SyntheticEvent) {
    event.preventDefault();
    if (going.current || form.saved) return;
    going.current = true;
    form.mutation.reset();
    setSent(form.values);
    try {
      await form.handleSubmit(
        (values) => form.mutation.mutateAsync(values).catch(() => undefined), // `problems` shows this error.
        () => form.focusSummary(),
      )();
    } finally {
      going.current = false;
    }
  }
  return { sent, onSubmit };
}

/**
 * Adds a value that is kept outside the form, such as an uploader's, so that it is validated, stored and saved with the
 * form.
 */
export function useFormValue<Values extends FieldValues, Output, Name extends Path<Values>>(
  { setValue }: Pick<AppForm<Values, Output>, 'setValue'>,
  name: Name,
  value: PathValue<Values, Name>,
) {
  const text = JSON.stringify(value);
  useEffect(() => setValue(name, JSON.parse(text)), [setValue, name, text]);
}

/** Validates the whole form at each change after the first submit, because one field may fix another. */
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

import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { isMissing, SUMMARY, WHOLE_FORM } from '@/ui/form/form-problems';

/** The sentence for a broken rule, and the errors beside its fields. */
export interface Problems {
  text: string;
  fields: Readonly<Record<string, string>>;
  /** The names of the fields in the summary, for errors that don't contain them. */
  labels?: Readonly<Record<string, string>>;
}

export const problemAt = (field: string, text: string | null, label?: string): Problems[] =>
  text === null
    ? []
    : [{ text, fields: { [field]: text }, ...(label !== undefined && { labels: { [field]: label } }) }];

export const problemBeside = (field: string, label: string, note: string | null, text: string): Problems[] =>
  note === null || note === text
    ? problemAt(field, note)
    : [{ text, fields: { [field]: note }, labels: { [field]: label } }];

/** Returns the problem of all empty fields. `needed` has the labels of the required ones. */
export function missingProblems<Field extends string>(
  values: Readonly<Record<NoInfer<Field>, unknown>>,
  needed: Readonly<Record<Field, string>>,
): Problems[] {
  const missing = (Object.keys(needed) as Field[]).filter((field) => isMissing(values[field]));
  if (missing.length === 0) return [];
  const each = (textOf: (field: Field) => string) => Object.fromEntries(missing.map((field) => [field, textOf(field)]));
  const required = t`This field is required`;
  return [
    {
      text: t`Please fill in all required fields`,
      fields: each(() => required),
      labels: each((field) => needed[field]),
    },
  ];
}

/** Returns the first error of each field. */
export const fieldsOf = (problems: readonly Problems[]): Record<string, string> =>
  Object.fromEntries(
    problems
      .flatMap(({ fields }) => Object.entries(fields))
      .filter(([field], at, all) => all.findIndex(([other]) => other === field) === at),
  );

/**
 * Turns a form's rules into a schema check that reports all broken rules in the order of the fields. `order` has
 * the name of each field, once for a list.
 */
export const allProblems = <Values>(order: readonly string[], rules: (values: Values) => readonly Problems[]) =>
  z.check<Values>(({ value, issues }) => {
    const problems = rules(value);
    const put = (path: readonly string[], message: string) =>
      issues.push({ code: 'custom', path: [...path], message, input: value });
    const sentence = problems.find(({ text, fields }) => !Object.values(fields).includes(text));
    if (sentence) put([WHOLE_FORM], sentence.text);
    const labels: Record<string, string> = Object.assign({}, ...problems.map((group) => group.labels ?? {}));
    const place = (field: string) => order.indexOf(field.split('.')[0] ?? '');
    const notes = Object.entries(fieldsOf(problems)).sort(([a], [b]) => place(a) - place(b));
    for (const [field, note] of notes) {
      const path = field.split('.');
      put(path, note);
      if (labels[field]) put([SUMMARY, ...path], `${labels[field]}: ${note}`);
    }
  });

import { z } from 'zod/mini';
import { SUMMARY, WHOLE_FORM } from '@/ui/form/form-problems';

/** A rule's sentence, and its errors beside fields. */
export interface Problems {
  text: string;
  fields: Readonly<Record<string, string>>;
  /** The field's name in the summary, if the error doesn't contain it. */
  labels?: Readonly<Record<string, string>>;
}

export const problemAt = (field: string, text: string | null, label?: string): Problems[] =>
  text === null
    ? []
    : [{ text, fields: { [field]: text }, ...(label !== undefined && { labels: { [field]: label } }) }];

/** A field's error, `note`, if the form has its own sentence for it. */
export const problemBeside = (field: string, label: string, note: string | null, text: string): Problems[] =>
  note === null || note === text
    ? problemAt(field, note)
    : [{ text, fields: { [field]: note }, labels: { [field]: label } }];

/** The first error of each field. */
export const fieldsOf = (problems: readonly Problems[]): Record<string, string> =>
  Object.fromEntries(
    problems
      .flatMap(({ fields }) => Object.entries(fields))
      .filter(([field], at, all) => all.findIndex(([other]) => other === field) === at),
  );

/**
 * A form's rules as a schema check: all broken ones are reported in the order of the fields. `order`: the field names,
 * a list's once.
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

import { z } from 'zod/mini';
import { WHOLE_FORM } from '@/ui/form/form-problems';

/** What keeps a form from being saved: one sentence, and what it says beside each field. */
export interface Problems {
  text: string;
  fields: Readonly<Record<string, string>>;
}

export const problemAt = (field: string, text: string | null): Problems | null =>
  text === null ? null : { text, fields: { [field]: text } };

/** The rules of a form as a check of its schema: the first that is broken speaks. */
export const firstProblem = <Values>(rules: (values: Values) => Problems | null) =>
  z.check<Values>(({ value, issues }) => {
    const problem = rules(value);
    const fields = Object.entries(problem?.fields ?? {});
    const put = (path: string, message: string) => issues.push({ code: 'custom', path: [path], message, input: value });
    if (problem && !fields.some(([, note]) => note === problem.text)) put(WHOLE_FORM, problem.text);
    for (const [field, note] of fields) put(field, note);
  });

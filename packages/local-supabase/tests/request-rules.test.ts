import { BadRequest, checkJson } from '@territorio/local-supabase/request-rules';
import { expect, it } from 'vitest';

const deep = (levels: number) => Buffer.from('['.repeat(levels) + ']'.repeat(levels));

it('refuses JSON that is nested too deeply, with a plain sentence', () => {
  expect(() => checkJson(deep(50_000))).toThrow(new BadRequest('The JSON is nested too deeply'));
  checkJson(deep(50));
});

it('leaves invalid JSON to the service that reads it', () => {
  checkJson(Buffer.from('{'));
});

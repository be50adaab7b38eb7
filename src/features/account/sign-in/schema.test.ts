// @vitest-environment node
import { expect, it } from 'vitest';
import { codeSchema, provenSchema } from './schema';

it.each(['414473', ' 414 473 ', '414-473', '414\u{a0}473', '４１４４７３', '٤١٤٤٧٣', '\u{200e}414473'])(
  'accepts %j as a code of six digits',
  (code) => {
    expect(codeSchema.parse({ code })).toEqual({ code: '414473' });
    expect(provenSchema.parse({ code, password: 'volcano-1' }).code).toBe('414473');
  },
);

it.each(['41447', '4144733', '41447a', ''])('refuses %j', (code) => {
  expect(codeSchema.safeParse({ code }).success).toBe(false);
});
